# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=<source tree> -DOUTPUT=<file> -P commit.cmake
# Writes the commit of the tree as a C string, "7e18f3cc of 2026-11-26": asked of git, with what was changed since; in an archive
# that git made, as packaging/commit tells it; else "unknown". A file that says so already is not touched.
cmake_policy(VERSION 3.25)
set(commit unknown)
file(STRINGS ${ROOT}/packaging/commit lines REGEX "^[0-9a-f]+ of [-0-9]+$")
if(lines)
  set(commit ${lines})
endif()
find_program(git git)
if(git AND EXISTS ${ROOT}/.git) # else git might tell of a tree around this one
  execute_process(COMMAND ${git} -C ${ROOT} log -1 --format=%h\ of\ %cs --abbrev=8
    RESULT_VARIABLE failed OUTPUT_VARIABLE told ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${git} -C ${ROOT} diff --quiet HEAD RESULT_VARIABLE changed ERROR_QUIET)
  if(NOT failed)
    set(commit ${told})
    if(changed)
      string(APPEND commit ", changed")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "\"${commit}\"\n")
