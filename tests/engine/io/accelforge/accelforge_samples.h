// SPDX-License-Identifier: Apache-2.0
// Small files in the form that AccelForge reads.
#pragma once

#include <string>

namespace nestloom::tests {

/// An architecture that has one of everything.
inline const std::string kAccelforgeArch = R"({% set FANOUT = FANOUT | default(4) %}
arch:
  variables: {words: 1024}
  nodes:
  - !Memory
    name: Dram
    size: inf
    leak_power: 0
    tensors: {keep: ~Intermediates, may_keep: All}
    actions:
    - {name: read, energy: 8e-12, throughput: 8e9}
    - {name: write, energy: 8e-12, throughput: 8e9}
  - !Memory
    name: Shared
    size: words * 8 * 2
    leak_power: 1e-3
    tensors: {keep: ~Dram, may_keep: input | output}
    total_latency: max(a.n_calls for a in actions) / 2 / 1e9
    actions:
    - {name: read, energy: 64e-12, bits_per_action: 64}
    - {name: write, energy: 128e-12, bits_per_action: 64}
  - !Container
    name: Array
    spatial:
    - {name: X, fanout: {{FANOUT}}, reuse: weight, min_usage: 1}
    - {name: Y, fanout: 2, reuse: output}
  - !Memory
    name: Psums
    size: 3 * output.bits_per_value
    component_class: Dummy
    bits_per_value: {output: 3 * output.bits_per_value}
    tensors: {keep: output}
  - !Compute
    name: Scalar
    leak_power: 0
    actions:
    - {name: compute, energy: 2e-12, throughput: 4e9}
    enabled: len(All) == 2
  - !Compute
    name: Mac
    leak_power: 2e-6
    actions:
    - {name: compute, energy: 1e-12, throughput: 5e8}
    enabled: len(All) == 3
)";

/// A chain of two products.
inline const std::string kAccelforgeWorkload = R"(workload:
  rank_sizes: {M: 8, K: 16, N: 2 * K}
  bits_per_value: {Last: 16, Other: 8}
  einsums:
  - "Mid[m, n] = In[m, k] * W[k, n]"
  - einsum: "Act[m, n] = Mid[m, n]"
  - name: Last
    tensor_accesses:
    - {name: Act, projection: [m, n]}
    - {name: V, projection: {N: n, K: k}}
    - {name: Last, projection: [m, k], output: True}
    renames: {input: Act}
renames:
  einsums:
  - name: default
    tensor_accesses:
    - {name: input, source: Inputs & Intermediates if len(All) == 3 else Inputs, expected_count: 1}
    - {name: output, source: Outputs, expected_count: 1}
    - {name: weight, source: ~(input | output), expected_count: 1}
)";

} // namespace nestloom::tests
