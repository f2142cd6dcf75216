# SPDX-License-Identifier: Apache-2.0

# nestloom_room(NAME SOURCES file... [USES room-or-target...])
# One static library per room: a wrong arrow needs a wrong USES line, which a reviewer sees.
function(nestloom_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES" ${ARGN})
  add_library(nestloom_${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(nestloom_${name} PUBLIC nestloom_options)
  foreach(used IN LISTS ROOM_USES)
    if(TARGET nestloom_${used})
      target_link_libraries(nestloom_${name} PUBLIC nestloom_${used})
    else()
      target_link_libraries(nestloom_${name} PUBLIC ${used})
    endif()
  endforeach()
endfunction()

# nestloom_test(PATH SOURCE USES room... [ARGS ...])   ctest name = PATH, e.g. engine/base/rng
# QT tests that need a window system run on the offscreen platform.
function(nestloom_test path source)
  cmake_parse_arguments(TEST "" "TIMEOUT" "USES;ARGS" ${ARGN})
  string(REPLACE "/" "_" target "tst_${path}")
  add_executable(${target} ${source})
  set_target_properties(${target} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${target} PRIVATE nestloom_options Qt6::Test)
  foreach(used IN LISTS TEST_USES)
    if(TARGET nestloom_${used})
      target_link_libraries(${target} PRIVATE nestloom_${used})
    else()
      target_link_libraries(${target} PRIVATE ${used})
    endif()
  endforeach()
  target_compile_definitions(${target} PRIVATE
    NESTLOOM_SOURCE_DIR="${CMAKE_SOURCE_DIR}" NESTLOOM_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  add_test(NAME ${path} COMMAND ${target} ${TEST_ARGS})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 120)
  endif()
  set_tests_properties(${path} PROPERTIES TIMEOUT ${TEST_TIMEOUT}
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1")
endfunction()
