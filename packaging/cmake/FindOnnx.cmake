# SPDX-License-Identifier: Apache-2.0
# Onnx::Onnx: libonnx, the messages of its files, and protobuf. The config file that Debian ships defines targets named
# onnx and onnx_proto, which would pass for rooms of ours, and calls a protobuf target that it does not look for.
find_package(Protobuf QUIET)
find_path(Onnx_INCLUDE_DIR onnx/onnx_pb.h)
find_library(Onnx_LIBRARY onnx)
find_library(Onnx_PROTO_LIBRARY onnx_proto)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Onnx REQUIRED_VARS Onnx_INCLUDE_DIR Onnx_LIBRARY Onnx_PROTO_LIBRARY Protobuf_FOUND)
if(Onnx_FOUND AND NOT TARGET Onnx::Onnx)
  add_library(Onnx::Onnx INTERFACE IMPORTED)
  target_include_directories(Onnx::Onnx INTERFACE ${Onnx_INCLUDE_DIR}) # imported: system headers, no warnings from them
  target_compile_definitions(Onnx::Onnx INTERFACE ONNX_NAMESPACE=onnx ONNX_ML=1)
  target_link_libraries(Onnx::Onnx INTERFACE ${Onnx_LIBRARY} ${Onnx_PROTO_LIBRARY} protobuf::libprotobuf)
endif()
mark_as_advanced(Onnx_INCLUDE_DIR Onnx_LIBRARY Onnx_PROTO_LIBRARY)
