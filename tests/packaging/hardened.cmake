# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=<source tree> -DFOLDER=<scratch folder> -P hardened.cmake
# Builds a small program with the options of the project, once as a release, once for debugging, and has packaging/check-hardening
# tell them apart.
cmake_policy(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/main.cpp "#include <cstdio>\n#include <cstring>
int g(char* b, const char* t) { std::strcpy(b, t); return b[1]; }
template <int N> struct A { virtual int f() { return N; } virtual ~A() = default; };
template <int N> A<N>* make() { return new A<N>; }
int main(int argc, char** argv) { char b[64]; std::strcpy(b, argv[0]); A<1>* a = make<1>(); A<2>* c = make<2>(); A<3>* d = make<3>();
  std::printf(\"%s %d %d\", b, a->f() + c->f() + d->f(), argc > 1 ? g(b, argv[1]) : 0); delete a; delete c; delete d; }\n")
file(WRITE ${FOLDER}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(small CXX)
include(${ROOT}/packaging/cmake/compile_options.cmake)
add_executable(small main.cpp)\ntarget_link_libraries(small nestloom_options)
if(CMAKE_BUILD_TYPE STREQUAL Debug) # Debian's compiler does these two by itself
  target_compile_options(small PRIVATE -fno-pie)\n  target_link_options(small PRIVATE -no-pie -Wl,-z,norelro)\nendif()\n")
foreach(type IN ITEMS Release Debug)
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${FOLDER} -B ${FOLDER}/${type} -DCMAKE_BUILD_TYPE=${type}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/${type} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${ROOT}/packaging/check-hardening ${FOLDER}/${type}/small
    RESULT_VARIABLE result OUTPUT_VARIABLE told ERROR_VARIABLE told)
  if(type STREQUAL "Release" AND NOT result EQUAL 0)
    message(FATAL_ERROR "a release is not hardened:\n${told}")
  elseif(type STREQUAL "Debug")
    foreach(lack IN ITEMS "not PIE" "no RELRO" "bound late" "no stack protector" "fortify" "CET")
      if(result EQUAL 0 OR NOT told MATCHES "${lack}" AND CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
        message(FATAL_ERROR "a program for debugging lacks what is not told, ${lack}:\n${told}")
      endif()
    endforeach()
  endif()
endforeach()
