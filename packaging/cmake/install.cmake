# SPDX-License-Identifier: Apache-2.0
# What is installed where, in four components, each of which is a Debian package. Programs find the rest from where they lie
# themselves, so that a tree may be moved: PREFIX/bin, PREFIX/libexec/nestloom, PREFIX/share/nestloom.
include(GNUInstallDirs)
set(packaging ${CMAKE_SOURCE_DIR}/packaging)
set(made ${CMAKE_BINARY_DIR}/packaging)
set(share ${CMAKE_INSTALL_DATADIR})

# nestloom_install_manuals(PROGRAM OPTION COMPONENT)   manual page and completions, which the program writes when it is installed
function(nestloom_install_manuals program option component)
  install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" -DPROGRAM=$<TARGET_FILE:${program}> -DOPTION=${option}
    -DOUTPUT=${made}/${component} -P ${packaging}/cmake/manuals.cmake COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
  install(DIRECTORY ${made}/${component}/ DESTINATION ${share} COMPONENT ${component})
endfunction()

install(TARGETS nestloom-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cli)
install(TARGETS nestloom-solver RUNTIME DESTINATION libexec/nestloom COMPONENT cli)
install(DIRECTORY presets DESTINATION ${share}/nestloom COMPONENT cli)
install(DIRECTORY resources/schema DESTINATION ${share}/nestloom COMPONENT cli)
nestloom_install_manuals(nestloom-cli manual cli)
set(packages cli:nestloom-cli doc:nestloom-doc)

if(NESTLOOM_GUI)
  list(APPEND packages window:nestloom)
  install(TARGETS nestloom RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT window)
  nestloom_install_manuals(nestloom --manual window)
  configure_file(${packaging}/desktop/nestloom.metainfo.xml.in ${made}/nestloom.metainfo.xml @ONLY)
  install(FILES ${packaging}/desktop/nestloom.desktop DESTINATION ${share}/applications COMPONENT window)
  install(FILES ${packaging}/desktop/nestloom-mime.xml DESTINATION ${share}/mime/packages RENAME nestloom.xml COMPONENT window)
  install(FILES ${made}/nestloom.metainfo.xml DESTINATION ${share}/metainfo COMPONENT window)
  set(icon resources/icons/nestloom.svg)
  install(FILES ${icon} DESTINATION ${share}/icons/hicolor/scalable/apps COMPONENT window)
  find_program(NESTLOOM_RSVG rsvg-convert) # without it, the scalable icon is the only one
  if(NESTLOOM_RSVG)
    foreach(size IN ITEMS 16 22 24 32 48 64 128 256 512)
      set(folder icons/hicolor/${size}x${size}/apps)
      add_custom_command(OUTPUT ${made}/${folder}/nestloom.png
        COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/${folder}
        COMMAND ${NESTLOOM_RSVG} -w ${size} -h ${size} -o ${made}/${folder}/nestloom.png ${CMAKE_SOURCE_DIR}/${icon}
        DEPENDS ${icon} VERBATIM)
      list(APPEND pictures ${made}/${folder}/nestloom.png)
      install(FILES ${made}/${folder}/nestloom.png DESTINATION ${share}/${folder} COMPONENT window)
    endforeach()
    add_custom_target(nestloom_icons DEPENDS ${pictures})
    add_dependencies(nestloom nestloom_icons)
  endif()
endif()

if(TARGET nestloom_python)
  list(APPEND packages python:python3-nestloom)
  set(modules lib/python3/dist-packages/nestloom)
  install(TARGETS nestloom_python LIBRARY DESTINATION ${modules} COMPONENT python)
  foreach(file IN ITEMS __init__.py _core.pyi py.typed)
    install(FILES app/python/nestloom/${file} DESTINATION ${modules} COMPONENT python)
  endforeach()
endif()

file(GLOB_RECURSE texts CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} engine/*.md presets/*.md resources/manual/*.md resources/manual/*.png)
list(APPEND texts README.md GLOSSARY.md ARCHITECTURE.md CONTRIBUTING.md)
foreach(text IN LISTS texts) # in the folders of the sources, so that they find each other
  cmake_path(GET text PARENT_PATH folder)
  install(FILES ${text} DESTINATION ${share}/doc/nestloom-doc/${folder} COMPONENT doc)
endforeach()
install(DIRECTORY resources/examples DESTINATION ${share}/doc/nestloom-doc COMPONENT doc)

file(MAKE_DIRECTORY ${made})
execute_process(COMMAND gzip -9nc ${packaging}/debian/changelog OUTPUT_FILE ${made}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
foreach(package IN LISTS packages)
  string(REPLACE ":" ";" package "${package}")
  list(POP_FRONT package component)
  list(APPEND components ${component})
  install(FILES ${made}/changelog.gz DESTINATION ${share}/doc/${package} COMPONENT ${component})
  install(FILES .reuse/dep5 DESTINATION ${share}/doc/${package} RENAME copyright COMPONENT ${component})
  if(EXISTS ${packaging}/debian/${package}.overrides)
    install(FILES ${packaging}/debian/${package}.overrides DESTINATION ${share}/lintian/overrides RENAME ${package} COMPONENT ${component})
  endif()
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${package})
endforeach()

# Debian packages, one for each component; as TGZ, all of it in one archive, for the libraries of Debian 12.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGE_NAME nestloom)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_CONTACT "Nestloom maintainers <maintainers@users.noreply.a-seed-69d0d33e.example>" CACHE STRING "Maintainer of packages")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SOURCE nestloom)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(same "(= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_WINDOW_PACKAGE_SECTION science)
set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS "nestloom-cli ${same}")
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS fonts-inter)
set(CPACK_DEBIAN_WINDOW_PACKAGE_SUGGESTS "nestloom-doc, qt6-wayland")
set(CPACK_DEBIAN_WINDOW_DESCRIPTION "change a DNN accelerator and see how networks are scheduled
A window in which an architect changes an accelerator, loads a neural network,
and sees how each layer would be scheduled and what that costs: cycles,
energy, what is the bottleneck, and how far the result is from a proven bound.")
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_CLI_DESCRIPTION "schedule neural networks on accelerators, on the command line
Maps layers and networks onto accelerators, sweeps fields of accelerators,
simulates layers on a mesh, plans memories, and writes reports. It brings
presets of accelerators and networks, and the solver that the window uses as
well.")
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOC_DESCRIPTION "schedule neural networks on accelerators, documentation
What Nestloom does, the words it uses, the equations of its models, and
examples of the files that it reads.")
if(TARGET nestloom_python)
  get_property(python_minor DIRECTORY ${CMAKE_SOURCE_DIR}/app/python PROPERTY nestloom_python_minor)
  math(EXPR next "${python_minor} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "nestloom-cli ${same}, python3 (>= 3.${python_minor}), python3 (<< 3.${next})")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-pandas)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${packaging}/debian/postinst;${packaging}/debian/prerm")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "schedule neural networks on accelerators, from Python
The questions and answers of nestloom-cli as objects: schedules, sweeps, plans
and simulations.")
endif()
include(CPack)
