# SPDX-License-Identifier: Apache-2.0
# Most of the time of a full build goes into parsing the headers of Qt again and again: with this option they are parsed
# once for the tests, once for the window. Off by default: ccache cannot cache what uses them without settings of its own.
option(NESTLOOM_PCH "Precompile the headers of Qt" OFF)
set(CMAKE_PCH_WARN_INVALID OFF) # what cannot use them parses the headers itself

# nestloom_precompile(TARGET gui|core)
function(nestloom_precompile target kind)
  if(NESTLOOM_PCH AND TARGET nestloom_${kind}_headers)
    target_precompile_headers(${target} REUSE_FROM nestloom_${kind}_headers)
  endif()
endfunction()

function(nestloom_add_precompiled kind)
  cmake_parse_arguments(PCH "" "" "USES;HEADERS" ${ARGN})
  set(source ${CMAKE_BINARY_DIR}/precompiled_${kind}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// made by CMake\n")
  add_library(nestloom_${kind}_headers OBJECT ${source})
  target_link_libraries(nestloom_${kind}_headers PRIVATE nestloom_options ${PCH_USES})
  target_precompile_headers(nestloom_${kind}_headers PRIVATE ${PCH_HEADERS}
    <algorithm> <cstdint> <functional> <map> <memory> <optional> <set> <string> <vector>)
endfunction()

if(NESTLOOM_PCH)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
  # Its value differs from folder to folder, which would spoil the headers; we look for no test data by it.
  set_target_properties(Qt6::Test PROPERTIES INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
  nestloom_add_precompiled(core USES Qt6::Core Qt6::Test HEADERS <QtCore> <QTest>)
  if(NESTLOOM_GUI)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Gui Widgets)
    nestloom_add_precompiled(window USES Qt6::Widgets HEADERS <QtWidgets>)
    nestloom_add_precompiled(gui USES Qt6::Widgets Qt6::Test HEADERS <QtWidgets> <QtTest>)
  endif()
endif()
