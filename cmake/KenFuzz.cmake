# One libFuzzer program fuzz_<name> per fuzz/<name>.cpp, with a CTest entry of the same name that runs
# it for KEN_FUZZ_SECONDS seconds (environment, 5 unless set) through fuzz/run.  Only what reads input
# reports its coverage to the fuzzer: elsewhere that would cost more than it tells.

if(KEN_FUZZ STREQUAL AUTO)
  set(fuzz ${KEN_CLANG})
else()
  set(fuzz ${KEN_FUZZ})
endif()
if(NOT fuzz OR NOT KEN_BUILD_TESTS)
  return()
endif()
if(NOT KEN_CLANG)
  message(FATAL_ERROR "KEN_FUZZ needs clang: libFuzzer is part of it")
endif()

# What libFuzzer looks at, without the rest of -fsanitize=fuzzer-no-link: with that, clang refuses the
# headers that were precompiled for the others.
set(coverage -fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp,indirect-calls)
foreach(floor IN LISTS KEN_FUZZED_FLOORS)
  target_compile_options(ken_${floor} PRIVATE ${coverage})
endforeach()
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/bdd/storage.cpp PROPERTIES
                            COMPILE_OPTIONS ${coverage})

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(fuzz_${name} ${source})
  target_link_libraries(fuzz_${name} PRIVATE ken_common ${KEN_LIBRARIES})
  target_compile_options(fuzz_${name} PRIVATE ${coverage})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_test(NAME fuzz_${name}
           COMMAND ${PROJECT_SOURCE_DIR}/fuzz/run $<TARGET_FILE:fuzz_${name}> ${name}
                   ${PROJECT_BINARY_DIR}/fuzz
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz COST 5)
endforeach()
