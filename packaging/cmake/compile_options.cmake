# SPDX-License-Identifier: Apache-2.0
# One INTERFACE target carries every compile option of the project.
add_library(nestloom_options INTERFACE)
target_compile_features(nestloom_options INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
# moc of Qt 6.4 cannot parse <concepts> of libstdc++ 12 and never needs it: defining the include guard skips the file.
set(CMAKE_AUTOMOC_MOC_OPTIONS -D_GLIBCXX_CONCEPTS)
target_include_directories(nestloom_options INTERFACE ${CMAKE_SOURCE_DIR})
# -Wno-maybe-uninitialized, -Wno-restrict, -Wno-array-bounds: gcc 12 sees ghosts in std::optional and in sums of
# std::string (its bug 105651); the sanitizer build looks for the real ones.
# -ffp-contract=off: the same bytes on every machine, with or without fused multiply-add.
target_compile_options(nestloom_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  -Woverloaded-virtual $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-restrict> -Wno-array-bounds -ffp-contract=off
  $<$<BOOL:${NESTLOOM_WERROR}>:-Werror>)
target_compile_definitions(nestloom_options INTERFACE NESTLOOM_VERSION="${PROJECT_VERSION}"
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_STRICT_ITERATORS)
# mold, where there is one, links the 300 programs of a full build in a fraction of the usual linker's time.
find_program(NESTLOOM_MOLD mold)
if(NESTLOOM_MOLD)
  target_link_options(nestloom_options INTERFACE -fuse-ld=mold)
endif()
if(NESTLOOM_SANITIZE)
  target_compile_options(nestloom_options INTERFACE -fsanitize=${NESTLOOM_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(nestloom_options INTERFACE -fsanitize=${NESTLOOM_SANITIZE})
endif()

# What users run is hardened: addresses at random, tables of addresses read-only before main(), sizes of buffers checked,
# returns and indirect calls guarded. Code is position-independent everywhere (precompiled_headers.cmake); a program that is
# not would not link. With sanitizers these checks are in the way. tests/packaging looks whether it is so.
set(NESTLOOM_HARDENED 0)
if(CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo|MinSizeRel)$" AND NOT NESTLOOM_SANITIZE)
  set(NESTLOOM_HARDENED 1)
  target_compile_options(nestloom_options INTERFACE -fstack-protector-strong -fstack-clash-protection
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-fcf-protection NESTLOOM_HAS_CF_PROTECTION) # x86 only
  if(NESTLOOM_HAS_CF_PROTECTION)
    target_compile_options(nestloom_options INTERFACE -fcf-protection)
  endif()
  target_link_options(nestloom_options INTERFACE -Wl,-z,relro,-z,now $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>)
endif()
