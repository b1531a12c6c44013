# The tests, with the labels unit, cross, golden, cli, models, docs, bench, house (checks of the tree
# itself) and fuzz (see KenFuzz).  Some run only when asked for: "ctest -C Long" adds label long,
# "ctest -C Huge" label huge, "ctest -C Full" clang-tidy.  Sets KEN_BUILD_TESTS.

set(KEN_BUILD_TESTS OFF)
if(KEN_TESTS STREQUAL AUTO)
  find_package(GTest QUIET)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(GTest_FOUND AND Python3_FOUND)
    set(KEN_BUILD_TESTS ON)
  endif()
elseif(KEN_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(KEN_BUILD_TESTS ON)
endif()
if(NOT KEN_BUILD_TESTS)
  return()
endif()

enable_testing()
find_package(rapidcheck QUIET)

# What most tests include, read once: that saves a quarter of compiling them.
set(precompiled OFF)
if(KEN_UNITY AND CMAKE_BUILD_TYPE STREQUAL Debug AND KEN_CLANG)
  set(precompiled ON)
  set(source ${PROJECT_BINARY_DIR}/generated/precompiled.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(ken_precompiled OBJECT ${source})
  target_link_libraries(ken_precompiled PRIVATE ken_common GTest::gtest)
  target_compile_options(ken_precompiled PRIVATE -O0 ${KEN_STABLE_PCH})
  target_precompile_headers(ken_precompiled PRIVATE <gtest/gtest.h> <algorithm> <functional> <map>
                            <memory> <optional> <set> <string> <variant> <vector>)
endif()

set(KEN_TESTS_APART
    src/check/contest.test.cpp src/check/first_choices.test.cpp src/check/searched.test.cpp
    src/model/index.test.cpp src/model/initial.test.cpp src/model/derived.test.cpp
    src/concrete/path_product.test.cpp
    src/driver/check.test.cpp src/driver/concurrent.test.cpp
    src/evidence/restriction.test.cpp
    tests/arenas.test.cpp tests/broken_texts.test.cpp tests/differential.test.cpp
    tests/paths.test.cpp tests/strategies.test.cpp tests/strategy_models.test.cpp
    tests/support/comparison.cpp)
# Tests are compiled a few at a time, too, but for those that have a name for themselves alone which
# another one of their folder has as well.
function(ken_compile_together target)
  if(KEN_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 5)
  endif()
endfunction()
list(TRANSFORM KEN_TESTS_APART PREPEND ${PROJECT_SOURCE_DIR}/)
set_source_files_properties(${KEN_TESTS_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# ken_add_tests(NAME LABEL LIBRARIES SOURCES [NO_TEST | ADD_TEST ARGUMENT...]): one GoogleTest program,
# one CTest entry unless NO_TEST.
function(ken_add_tests name label libraries sources)
  add_executable(${name} ${sources})
  ken_compile_together(${name})
  target_link_libraries(${name} PRIVATE ken_common ${libraries} GTest::gtest_main)
  if(TARGET rapidcheck)
    target_link_libraries(${name} PRIVATE rapidcheck)
  endif()
  target_compile_definitions(${name} PRIVATE KEN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(CMAKE_BUILD_TYPE STREQUAL Debug)
    target_compile_options(${name} PRIVATE -O0)  # compiling a test costs more than running it
  endif()
  if(precompiled)
    target_precompile_headers(${name} REUSE_FROM ken_precompiled)
  endif()
  if("NO_TEST" IN_LIST ARGN)
    return()
  endif()
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
           ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 600)
endfunction()

# Unit tests stand beside the code and link only what their folder may see.
foreach(floor IN LISTS KEN_FLOORS)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${floor}/*.test.cpp)
  if(sources)
    ken_add_tests(${floor}_tests unit ken_${floor} "${sources}")
  endif()
endforeach()

if(TARGET bdd_tests AND KEN_BDD STREQUAL kernel)
  target_link_libraries(bdd_tests PRIVATE ${KEN_BUDDY})  # a second opinion
endif()

# Tests across floors, with the helpers they share.
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*.cpp)
set(support "")
if(sources)
  set(support ken_test_support)
  add_library(${support} STATIC ${sources})
  ken_compile_together(${support})
  target_link_libraries(${support} PUBLIC ken_common ${KEN_LIBRARIES})
endif()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*.test.cpp)
if(sources)
  ken_add_tests(cross_tests cross "${support};${KEN_LIBRARIES}" "${sources}" NO_TEST)
  # Two halves, so that two cores have work to the end.
  foreach(half 1 2)
    math(EXPR index "${half} - 1")
    add_test(NAME cross_tests_${half} COMMAND cross_tests --gtest_brief=1
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(cross_tests_${half} PROPERTIES LABELS cross TIMEOUT 600 COST 80
                         ENVIRONMENT "GTEST_TOTAL_SHARDS=2;GTEST_SHARD_INDEX=${index}")
  endforeach()
  # The laws, the brute-force comparison and the export to SMV again, on many more random models.
  add_test(NAME laws_long COMMAND cross_tests --gtest_brief=1 --gtest_filter=Laws.*:Enumeration.*:SmvExport.*
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} CONFIGURATIONS Long)
  set_tests_properties(laws_long PROPERTIES LABELS long TIMEOUT 1800 ENVIRONMENT KEN_ROUNDS=20)
endif()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/long/*.test.cpp)
if(sources)
  ken_add_tests(long_tests long "${support};${KEN_LIBRARIES}" "${sources}" CONFIGURATIONS Long)
  set_tests_properties(long_tests PROPERTIES TIMEOUT 3600)
endif()

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/huge/*.test.cpp)
ken_add_tests(huge_tests huge "${KEN_LIBRARIES}" "${sources}" CONFIGURATIONS Huge)

# Programs that search for mistakes by themselves: tests/tools/<name>.cpp.
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/tools/*.cpp)
foreach(source IN LISTS sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ken_common ${support} ${KEN_LIBRARIES})
  add_test(NAME ${name}_long COMMAND ${name} --minutes 1 CONFIGURATIONS Long)
  set_tests_properties(${name}_long PROPERTIES LABELS long TIMEOUT 600)
endforeach()

# Tests of the program: python3 tests/<kind>/run.py <ken>.
foreach(kind golden cli)
  file(GLOB driver CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${kind}/run.py)
  if(driver AND TARGET ken)
    add_test(NAME ${kind} COMMAND Python3::Interpreter ${driver} $<TARGET_FILE:ken>
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${kind} PROPERTIES LABELS ${kind} TIMEOUT 600 COST 100)
  endif()
endforeach()

# The shipped models give the verdicts they promise, and the documentation is run.
file(GLOB models CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/models/*.ispl)
if(models AND TARGET ken)
  add_test(NAME models COMMAND ken check ${models})
  add_test(NAME models_formatted COMMAND ken fmt --check ${models} ${PROJECT_SOURCE_DIR}/logics)
  add_test(NAME models_lint COMMAND ken lint ${models})
  set_tests_properties(models models_formatted models_lint PROPERTIES LABELS models TIMEOUT 300)
  set_tests_properties(models_lint PROPERTIES FAIL_REGULAR_EXPRESSION N005)
endif()
if(TARGET ken)
  add_test(NAME docs COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/check-docs.py
                             $<TARGET_FILE:ken> WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(docs PROPERTIES LABELS docs TIMEOUT 300)
endif()

# The runner of the benchmarks measures, compares and reports; nothing long is measured.
if(TARGET ken)
  add_test(NAME bench COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/bench/selftest.py
                              $<TARGET_FILE:ken> WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(bench PROPERTIES LABELS bench TIMEOUT 300)
endif()

# The longest first (COST is about seconds on two cores): a short one fits in at the end.
if(TARGET bdd_tests)
  set_tests_properties(bdd_tests PROPERTIES COST 30)
endif()
if(TARGET driver_tests)
  set_tests_properties(driver_tests PROPERTIES COST 20)
endif()

# Tests of the tree.
set(tools ${PROJECT_SOURCE_DIR}/tools)
add_test(NAME floorplan COMMAND Python3::Interpreter ${tools}/floorplan.py ${PROJECT_SOURCE_DIR}/src)
add_test(NAME floorplan_can_fail COMMAND Python3::Interpreter ${tools}/floorplan_selftest.py)
add_test(NAME heavy_headers COMMAND Python3::Interpreter ${tools}/heavy-headers.py
                                    ${PROJECT_SOURCE_DIR}/src)
add_test(NAME format COMMAND ${tools}/check-format)
add_test(NAME tidy COMMAND ${tools}/tidy CONFIGURATIONS Full)
set_tests_properties(floorplan floorplan_can_fail heavy_headers format tidy PROPERTIES LABELS house)
set_tests_properties(tidy PROPERTIES TIMEOUT 3600 PROCESSORS 2)
