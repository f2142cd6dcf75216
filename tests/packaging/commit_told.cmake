# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=<source tree> -DFOLDER=<scratch folder> -P commit_told.cmake
# packaging/cmake/commit.cmake in a clone, in a changed one, in an archive that git made, and in a bare copy.
cmake_policy(VERSION 3.25)
find_program(git git)
if(NOT git)
  message(STATUS "skipped: there is no git")
  return()
endif()
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/clone/.gitattributes "packaging/commit export-subst\n")
file(COPY ${ROOT}/packaging/commit DESTINATION ${FOLDER}/clone/packaging)

function(expect tree wanted)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER}/${tree} -DOUTPUT=${FOLDER}/told
    -P ${ROOT}/packaging/cmake/commit.cmake COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${FOLDER}/told told)
  if(NOT told MATCHES "^\"${wanted}\"\n$")
    message(FATAL_ERROR "of '${tree}' it says ${told}, not ${wanted}")
  endif()
endfunction()
function(in_clone)
  execute_process(COMMAND ${git} -c user.name=a -c user.email=a@b.c ${ARGN} WORKING_DIRECTORY ${FOLDER}/clone
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

expect(clone unknown) # not yet one
in_clone(init -q)
in_clone(add -A)
in_clone(commit -q -m first)
set(commit "[0-9a-f]+ of [0-9]+-[0-9]+-[0-9]+")
expect(clone "${commit}")
in_clone(archive -o ../archive.tar HEAD)
file(APPEND ${FOLDER}/clone/packaging/commit "more\n")
expect(clone "${commit}, changed")
file(ARCHIVE_EXTRACT INPUT ${FOLDER}/archive.tar DESTINATION ${FOLDER}/archive)
expect(archive "${commit}")
file(COPY ${ROOT}/packaging/commit DESTINATION ${FOLDER}/clone/copy/packaging) # inside another tree, of which it tells nothing
expect(clone/copy unknown)
