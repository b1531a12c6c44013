# bench_kernel and bench_kernel_buddy: bench/kernel/workloads.cpp with our decision diagrams and with
# BuDDy.  On demand only; bench/kernel/run builds and compares them.

file(GLOB_RECURSE ken_bdd_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/bdd/*.cpp)
list(FILTER ken_bdd_sources EXCLUDE REGEX "\\.test\\.cpp$")

foreach(backend kernel buddy)
  set(sources ${ken_bdd_sources})
  if(backend STREQUAL kernel)
    set(program bench_kernel)
    list(FILTER sources EXCLUDE REGEX "/bdd/buddy/")
  else()
    set(program bench_kernel_buddy)
    list(FILTER sources EXCLUDE REGEX "/bdd/kernel/backend\\.cpp$")
  endif()
  add_executable(${program} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/kernel/workloads.cpp ${sources})
  target_link_libraries(${program} PRIVATE ken_common ken_base)
  if(backend STREQUAL buddy)
    target_compile_definitions(${program} PRIVATE KEN_BDD_BUDDY)
    target_link_libraries(${program} PRIVATE ${KEN_BUDDY})
  endif()
endforeach()
