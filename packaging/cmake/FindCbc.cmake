# SPDX-License-Identifier: Apache-2.0
# Cbc::Cbc: the COIN-OR libraries that we call. pkg-config says where they are; its list of libraries is not used, for
# it names everything that a static build would need, too.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_CBC QUIET cbc)
endif()
find_path(Cbc_INCLUDE_DIR CbcModel.hpp HINTS ${PC_CBC_INCLUDE_DIRS} PATH_SUFFIXES coin)
set(Cbc_LIBRARIES "")
set(cbc_library_variables "")
foreach(library IN ITEMS Cbc Cgl OsiClp Clp Osi CoinUtils)
  find_library(Cbc_${library}_LIBRARY ${library} HINTS ${PC_CBC_LIBRARY_DIRS})
  list(APPEND Cbc_LIBRARIES ${Cbc_${library}_LIBRARY})
  list(APPEND cbc_library_variables Cbc_${library}_LIBRARY)
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cbc REQUIRED_VARS Cbc_INCLUDE_DIR ${cbc_library_variables}
  VERSION_VAR PC_CBC_VERSION)
if(Cbc_FOUND AND NOT TARGET Cbc::Cbc)
  add_library(Cbc::Cbc INTERFACE IMPORTED)
  target_include_directories(Cbc::Cbc INTERFACE ${Cbc_INCLUDE_DIR}) # imported: system headers, no warnings from them
  target_link_libraries(Cbc::Cbc INTERFACE ${Cbc_LIBRARIES})
endif()
mark_as_advanced(Cbc_INCLUDE_DIR ${cbc_library_variables})
