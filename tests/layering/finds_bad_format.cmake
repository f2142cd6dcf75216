# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=<source tree> -DFOLDER=<scratch folder> -DCLANG_FORMAT=<program> -P finds_bad_format.cmake
# Runs check_format.cmake on a tree whose only source is as it should be, then with one space too many.
cmake_policy(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${ROOT}/.clang-format DESTINATION ${FOLDER})
function(check_tree wanted_finding)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -DCLANG_FORMAT=${CLANG_FORMAT}
      -P ${CMAKE_CURRENT_LIST_DIR}/check_format.cmake
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(wanted_finding STREQUAL "" AND NOT result EQUAL 0)
    message(FATAL_ERROR "a formatted tree has findings:\n${output}")
  elseif(NOT wanted_finding STREQUAL "" AND (result EQUAL 0 OR NOT output MATCHES "${wanted_finding}"))
    message(FATAL_ERROR "no finding like '${wanted_finding}' in:\n${output}")
  endif()
endfunction()
file(WRITE ${FOLDER}/engine/base/good.h "struct Good {\n    int value = 1;\n};\n")
check_tree("")
file(WRITE ${FOLDER}/ui/bad.cpp "struct Bad {\n    int  value = 1;\n};\n")
check_tree("ui/bad.cpp:2:8")
