# The files of logics/ as a source of ken_logic: generated/shipped_logics.cpp.

file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/logics/*.logic)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
set(rows "")
foreach(file IN LISTS files)
  cmake_path(GET file FILENAME name)
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", R\"ken_logic(${text})ken_logic\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/shipped_logics.cpp CONTENT
"// Made by cmake/KenLogics.cmake from logics/.
#include \"logic/shipped.hpp\"

namespace ken::logic {
namespace {

constexpr ShippedLogic shipped[] = {
@rows@};

}  // namespace

std::span<const ShippedLogic> shipped_logics() { return shipped; }

}  // namespace ken::logic
" @ONLY)
