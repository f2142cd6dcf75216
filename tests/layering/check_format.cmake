# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=<source tree> -DCLANG_FORMAT=<program> -P check_format.cmake
# Fails, with clang-format's own words, when a source is not as .clang-format in the root wants it.
# To mend it: clang-format -i FILE, with the clang-format of Debian 12; others lay out some lines differently.
cmake_policy(VERSION 3.25)
if(NOT CLANG_FORMAT)
  message(FATAL_ERROR "format: there is no clang-format-14; packaging/install-packages installs it")
endif()
file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/engine/*.h ${ROOT}/engine/*.cpp ${ROOT}/ui/*.h ${ROOT}/ui/*.cpp
  ${ROOT}/app/*.h ${ROOT}/app/*.cpp ${ROOT}/tests/*.h ${ROOT}/tests/*.cpp)
list(LENGTH sources source_count)
if(source_count EQUAL 0)
  message(FATAL_ERROR "no sources below '${ROOT}'")
endif()
list(JOIN sources "\n" lines)
string(MD5 name "${ROOT}")
set(list_file ${CMAKE_CURRENT_BINARY_DIR}/sources-${name}.txt)
file(WRITE ${list_file} "${lines}\n")
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror --style=file --files=${list_file}
  WORKING_DIRECTORY ${ROOT} RESULT_VARIABLE result)
file(REMOVE ${list_file})
if(NOT result EQUAL 0)
  message(FATAL_ERROR "format: not all of ${source_count} files are as .clang-format wants them")
endif()
message(STATUS "format: ${source_count} files, no findings")
