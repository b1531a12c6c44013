# One library ken_<folder> per line of src/floorplan.txt, linked with the folders the line names.
#
# The sources of a folder are its .cpp files except *.test.cpp (see KenTests) and main.cpp (a
# program, see the end).  A folder without sources yet is left out; one with headers alone becomes an
# INTERFACE library.  Sets KEN_FLOORS, the folders that have a library, and KEN_LIBRARIES.

set(KEN_FLOORPLAN ${PROJECT_SOURCE_DIR}/src/floorplan.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${KEN_FLOORPLAN})

# What runs once for each answer is compiled with less effort, in a third less time; with sanitizers
# in half the time.
set(KEN_COLD_FLOORS translate report driver apps)
if(CMAKE_BUILD_TYPE STREQUAL Release)
  list(APPEND KEN_COLD_FLOORS evidence)  # with sanitizers its tests would pay
endif()
set(cold_options $<$<CONFIG:Release>:-O1> $<$<CONFIG:Debug>:-O0>)

# What most sources include, read once: with long batches a quarter of the work of a build.  g++ takes
# the effort from the precompiled headers, so cold floors have their own.
function(ken_precompile_headers name)
  set(source ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT ${source})
  target_link_libraries(${name} PRIVATE ken_common)
  target_compile_options(${name} PRIVATE ${KEN_STABLE_PCH} ${ARGN})
  target_precompile_headers(${name} PRIVATE <algorithm> <chrono> <functional> <map> <memory>
                            <optional> <set> <span> <string> <thread> <unordered_map> <variant>
                            <vector> <fmt/format.h>)
endfunction()
ken_precompile_headers(ken_standard_headers)
ken_precompile_headers(ken_cold_headers ${cold_options})

set(KEN_FLOORS "")
set(KEN_LIBRARIES "")
file(STRINGS ${KEN_FLOORPLAN} plan)
foreach(line IN LISTS plan)
  string(REGEX REPLACE "#.*" "" line "${line}")
  if(NOT line MATCHES "^[ \t]*([a-z_]+)[ \t]*:(.*)$")
    string(STRIP "${line}" line)
    if(line)
      message(FATAL_ERROR "src/floorplan.txt: cannot read '${line}'")
    endif()
    continue()
  endif()
  set(floor ${CMAKE_MATCH_1})
  separate_arguments(below UNIX_COMMAND "${CMAKE_MATCH_2}")

  set(folder ${PROJECT_SOURCE_DIR}/src/${floor})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${folder}/*.hpp)
  list(FILTER sources EXCLUDE REGEX "(\\.test|/main)\\.cpp$")
  if(floor STREQUAL logic)
    list(APPEND sources ${PROJECT_BINARY_DIR}/generated/shipped_logics.cpp)
  endif()
  if(floor STREQUAL bdd AND KEN_BDD STREQUAL buddy)
    list(FILTER sources EXCLUDE REGEX "/bdd/kernel/backend\\.cpp$")
  elseif(floor STREQUAL bdd)
    list(FILTER sources EXCLUDE REGEX "/bdd/buddy/")
  endif()
  if(sources)
    add_library(ken_${floor} STATIC ${sources})
    if(KEN_UNITY)
      set_target_properties(ken_${floor} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
    endif()
    set(headers_read ken_standard_headers)
    if(floor IN_LIST KEN_COLD_FLOORS)
      target_compile_options(ken_${floor} PRIVATE ${cold_options})
      set(headers_read ken_cold_headers)
    endif()
    if(KEN_UNITY)
      target_precompile_headers(ken_${floor} REUSE_FROM ${headers_read})
    endif()
    set(scope PUBLIC)
  elseif(headers)
    add_library(ken_${floor} INTERFACE)
    set(scope INTERFACE)
  else()
    continue()
  endif()
  target_link_libraries(ken_${floor} ${scope} ken_common)
  set(ken_below_${floor} ${below})
  list(APPEND KEN_FLOORS ${floor})
  list(APPEND KEN_LIBRARIES ken_${floor})
endforeach()

foreach(floor IN LISTS KEN_FLOORS)
  get_target_property(type ken_${floor} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL INTERFACE_LIBRARY)
    set(scope INTERFACE)
  endif()
  foreach(below IN LISTS ken_below_${floor})
    if(TARGET ken_${below})
      target_link_libraries(ken_${floor} ${scope} ken_${below})
    endif()
  endforeach()
endforeach()

target_link_libraries(ken_sat PRIVATE ${KEN_CADICAL})
target_link_libraries(ken_apps PRIVATE ${KEN_EDIT})

if(KEN_BDD STREQUAL buddy)
  target_link_libraries(ken_bdd PRIVATE ${KEN_BUDDY})
  target_compile_definitions(ken_bdd PUBLIC KEN_BDD_BUDDY)
endif()

if(KEN_STRESSABLE)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/bdd/manager.cpp PROPERTIES
                              COMPILE_DEFINITIONS KEN_STRESSABLE)
endif()

# The program.
set(KEN_MAIN ${PROJECT_SOURCE_DIR}/src/apps/cli/main.cpp)
file(GLOB main CONFIGURE_DEPENDS ${KEN_MAIN})
if(main)
  add_executable(ken ${main})
  target_link_libraries(ken PRIVATE ken_common ${KEN_LIBRARIES})
  set_target_properties(ken PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  # The commit is looked up at every build, and is known to main.cpp alone.
  set(generated ${PROJECT_BINARY_DIR}/generated)
  add_custom_target(ken_commit
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${generated}/ken_commit.hpp
            -DCOMMIT=${KEN_COMMIT} -P ${PROJECT_SOURCE_DIR}/cmake/WriteCommit.cmake
    BYPRODUCTS ${generated}/ken_commit.hpp
    COMMENT "" VERBATIM)
  add_dependencies(ken ken_commit)
  target_include_directories(ken PRIVATE ${generated})
endif()
