# SPDX-License-Identifier: Apache-2.0
# Most of the time of a full build goes into parsing the headers of Qt and of the standard library again and again: they
# are parsed once for each kind of target instead. ccache caches what uses them if it is told so:
# ccache --set-config sloppiness=pch_defines,time_macros,include_file_mtime,include_file_ctime
option(NESTLOOM_PCH "Precompile the headers of Qt and of the standard library" ON)
set(CMAKE_PCH_WARN_INVALID OFF) # what cannot use them parses the headers itself

# What has no Qt is compiled for the Python module as well, a shared library: Qt asks for -fPIC itself. Without interposition
# the compiler may inline as it does in programs. (packaging/try-changes needs interposition.)
set(NESTLOOM_PIC "-fPIC;-fno-semantic-interposition" CACHE STRING "Options for code of the Python module")
mark_as_advanced(NESTLOOM_PIC)

# nestloom_precompile(TARGET standard|session|window|core|gui)   the last two for tests
function(nestloom_precompile target kind)
  if(kind STREQUAL standard)
    target_compile_options(${target} PRIVATE ${NESTLOOM_PIC})
  endif()
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
    <algorithm> <array> <chrono> <cmath> <cstdint> <functional> <limits> <map> <memory> <numeric> <optional> <set> <span>
    <stop_token> <string> <string_view> <unordered_map> <utility> <vector>)
endfunction()

if(NESTLOOM_PCH)
  target_compile_options(nestloom_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>) # for ccache
  nestloom_add_precompiled(standard)
  target_compile_options(nestloom_standard_headers PRIVATE ${NESTLOOM_PIC})
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
  nestloom_add_precompiled(session USES Qt6::Core HEADERS <QtCore>)
  nestloom_add_precompiled(core USES Qt6::Core Qt6::Test HEADERS <QtCore> <QTest>)
  if(NESTLOOM_GUI)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Gui Widgets)
    nestloom_add_precompiled(window USES Qt6::Widgets HEADERS <QtWidgets>)
    nestloom_add_precompiled(gui USES Qt6::Widgets Qt6::Test HEADERS <QtWidgets> <QtTest>)
  endif()
endif()
