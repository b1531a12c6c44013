# ken_common: what every target of the tree compiles with.

find_program(KEN_CCACHE ccache)
mark_as_advanced(KEN_CCACHE)
if(KEN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers are cached only where it need not look for time macros in them; it trusts the
  # compiler's list of headers, so that what is not in the cache is not preprocessed twice.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1
                                  CCACHE_SLOPPINESS=pch_defines,time_macros ${KEN_CCACHE})
endif()
set(KEN_CLANG OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  set(KEN_CLANG ON)
  # Precompiled headers that are the same bytes each time they are made: ccache compares them.
  set(KEN_STABLE_PCH "SHELL:-Xclang -fno-pch-timestamp")
endif()
# Those that read input report their coverage to fuzz targets (see KenFuzz).
set(KEN_FUZZED_FLOORS base logic syntax model)

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost 1.81 REQUIRED)  # headers only
find_library(KEN_BUDDY bdd REQUIRED)  # libbdd-dev; only ken_bdd or its tests link it
find_library(KEN_CADICAL cadical REQUIRED)  # libcadical-dev; only ken_sat links it
find_library(KEN_EDIT edit REQUIRED)  # libedit-dev; only ken_apps links it
mark_as_advanced(KEN_BUDDY KEN_CADICAL KEN_EDIT)

add_library(ken_common INTERFACE)
target_include_directories(ken_common INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(ken_common INTERFACE KEN_VERSION="${PROJECT_VERSION}")
target_compile_options(
  ken_common INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wswitch
                       $<$<BOOL:${KEN_WERROR}>:-Werror>)
# A constant of one source is no mistake for being in sight of another; clang-tidy sees each alone.
if(KEN_UNITY)
  target_compile_options(ken_common INTERFACE -Wno-shadow)
endif()
# g++ collects its garbage less often: an eighth of the time of a build for 200 MB more.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(ken_common INTERFACE "SHELL:--param ggc-min-heapsize=1000000")
endif()
# Imported targets count as SYSTEM, so their headers warn about nothing.
target_link_libraries(ken_common INTERFACE Threads::Threads fmt::fmt nlohmann_json::nlohmann_json
                                           CLI11::CLI11 Boost::headers)
