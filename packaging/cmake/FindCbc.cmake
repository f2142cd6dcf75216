# SPDX-License-Identifier: Apache-2.0
# Cbc::Cbc, from the pkg-config files that Debian's coinor-libcbc-dev brings.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(CBC QUIET IMPORTED_TARGET cbc cgl osi-clp)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cbc REQUIRED_VARS CBC_LINK_LIBRARIES VERSION_VAR CBC_cbc_VERSION)
if(Cbc_FOUND AND NOT TARGET Cbc::Cbc)
  # The headers are not ours: no warnings from them.
  set_target_properties(PkgConfig::CBC PROPERTIES
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${CBC_INCLUDE_DIRS}")
  add_library(Cbc::Cbc ALIAS PkgConfig::CBC)
endif()
