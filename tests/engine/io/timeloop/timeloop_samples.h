// SPDX-License-Identifier: Apache-2.0
// Small files in the forms that Timeloop reads, and a folder to keep them in.
#pragma once

#include "engine/io/timeloop/import_timeloop.h"

#include <QTemporaryDir>

#include <fstream>

namespace nestloom::tests {

/// Files of one import.
class TimeloopFolder {
public:
    std::filesystem::path write(const std::string& name, const std::string& text) const
    {
        const std::filesystem::path path = folder() / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path;
    }
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    Result<mapping::DesignImport> import(const std::vector<std::string>& texts,
                                         const mapping::DesignImportOptions& options = {}) const
    {
        std::vector<std::filesystem::path> files;
        for (std::size_t i = 0; i < texts.size(); ++i)
            files.push_back(write("file" + std::to_string(i) + ".yaml", texts[i]));
        return io::importTimeloop(files, options);
    }

private:
    QTemporaryDir m_folder;
};

/// The first form: the machine that CoSA evaluates, innermost level first, sizes in words.
inline const std::string kFirstForm = R"(arch:
  arithmetic: {instances: 1024, word-bits: 8}
  storage:
  - {name: Registers, entries: 1, instances: 1024, word-bits: 8, cluster-size: 64, num-ports: 2}
  - {name: AccumulationBuffer, entries: 64, instances: 128, word-bits: 24, cluster-size: 8}
  - {name: WeightBuffer, entries: 16384, instances: 128, word-bits: 8, block-size: 8}
  - {name: InputBuffer, entries: 4096, instances: 16, word-bits: 8, block-size: 8}
  - {name: GlobalBuffer, sizeKB: 64, instances: 1, word-bits: 8, block-size: 8}
  - {name: DRAM, technology: DRAM, instances: 1, word-bits: 8, block-size: 64, bandwidth: 20.0}
)";
inline const std::string kFirstFormConstraints = R"(mapspace:
  constraints:
  - {target: Registers, type: datatype, keep: [Weights], bypass: [Inputs, Outputs]}
  - {target: AccumulationBuffer, type: datatype, keep: [Outputs], bypass: [Inputs, Weights]}
  - {target: WeightBuffer, type: datatype, keep: [Weights], bypass: [Inputs, Outputs]}
  - {target: InputBuffer, type: datatype, keep: [Inputs], bypass: [Weights, Outputs]}
  - {target: GlobalBuffer, type: datatype, keep: [Inputs, Outputs], bypass: [Weights]}
)";
inline const std::string kOldProblem =
    "problem: {shape: cnn-layer, R: 3, S: 3, P: 14, Q: 14, C: 256, K: 256, N: 1, Wstride: 1, Hstride: 1, "
    "Wdilation: 1, Hdilation: 1}\n";
inline const std::string kMapping = R"(mapping:
  - {target: DRAM, type: temporal, factors: R3 S3 P1 Q1 C4 K2 N1, permutation: SRKCPQN}
  - {target: GlobalBuffer, type: temporal, factors: P2 Q2, permutation: QPRSCKN}
  - {target: GlobalBuffer, type: spatial, factors: K=16, permutation: KRSPQCN, split: 7}
  - {target: InputBuffer, type: spatial, factors: C8}
  - {target: WeightBuffer, type: temporal, factors: Q7 C8, permutation: CQ}
  - {target: AccumulationBuffer, type: temporal, factors: [P=7]}
  - {target: AccumulationBuffer, type: spatial, factors: K8}
)";

/// v0.4, as people write it.
inline const std::string kNodesForm = R"(variables: {global_cycle_seconds: 2e-9, glb_depth: 128*128}
architecture:
  version: 0.4
  nodes:
  - !Container {name: system}
  - !Component {name: DRAM, class: DRAM, attributes: {type: "LPDDR4", width: 64, datawidth: 8}}
  - !Component
    name: shared_glb
    class: smartbuffer_SRAM
    attributes: {depth: glb_depth, width: 64, n_banks: 32, datawidth: 8, read_bandwidth: 16, write_bandwidth: 12}
    constraints: {dataspace: {keep: [Inputs, Outputs], bypass: [Weights]}}
  - !Container
    name: PE_column
    spatial: {meshX: 14}
    constraints: {spatial: {permutation: [N, C, P, R, S, Q, M], factors: [N=1], split: 7}}
  - !Container {name: PE, spatial: {meshY: 12}}
  - !Parallel
    nodes:
    - !Component
      name: ifmap_spad
      class: smartbuffer_RF
      attributes: {depth: 12, width: 16, datawidth: 8, colour: blue}
      constraints: {dataspace: {keep: [Inputs]}}
    - !Component
      name: weights_spad
      class: smartbuffer_RF
      attributes: {depth: 192, width: 16, datawidth: 8}
      constraints: {dataspace: {keep_only: [Weights]}}
  - !Component {name: mac, class: intmac, attributes: {multiplier_width: 8, adder_width: 16}}
)";

/// The shape of a convolution, to be taken over by an alias.
inline const std::string kProblemBase = R"(problem_base: &problem_base
  version: 0.4
  shape:
    name: CNN
    dimensions: [C, M, R, S, N, P, Q, G]
    coefficients: [{name: Wstride, default: 1}, {name: Hstride, default: 1}, {name: Wdilation, default: 1}, {name: Hdilation, default: 1}]
    data_spaces:
    - {name: Weights, projection: [[[C]], [[M]], [[R]], [[S]], [[G]]]}
    - {name: Inputs, projection: [[[N]], [[C]], [[R, Wdilation], [P, Wstride]], [[S, Hdilation], [Q, Hstride]], [[G]]]}
    - {name: Outputs, projection: [[[N]], [[M]], [[Q]], [[P]], [[G]]], read_write: true}
  instance: {C: 1, M: 1, R: 1, S: 1, N: 1, P: 1, Q: 1, G: 1}
)";

/// What Timeloop's front end hands to its core.
inline const std::string kProcessedForm = R"(dumped_by_timeloop_front_end: true
architecture:
  version: '0.4'
  subtree:
  - name: System_top_level
    attributes: {version: '0.4', technology: "45nm", global_cycle_seconds: 1e-9, datawidth: 8}
    local:
    - name: DRAM[1..1]
      class: DRAM
      attributes: {type: "LPDDR4", width: 64, datawidth: 8, cluster_size: 1, multiple_buffering: 1, meshX: 1, meshY: 1}
      required_actions: [write, read, leak, update]
      enabled: true
    - name: GlobalBuffer[1..1]
      class: smartbuffer_SRAM
      attributes: {depth: 2048, width: 256, datawidth: 8, cluster_size: 1, meshX: 1, meshY: 1}
    - name: inter_PE_spatial[1..1]
      class: dummy_storage
      attributes: {width: 1, depth: 1, datawidth: 1, meshX: 1, meshY: 1}
    - name: PEInputBuffer[1..16]
      class: storage
      subclass: smartbuffer_RF
      attributes: {depth: 8192, width: 64, datawidth: 8, cluster_size: 1, meshX: 16, meshY: 1}
    - name: inter_reg_mac_spatial[1..16]
      class: dummy_storage
      attributes: {width: 1, depth: 1, datawidth: 1, meshX: 16, meshY: 1}
    - name: PEWeightRegs[1..64]
      class: storage
      attributes: {depth: 1, width: 512, cluster_size: 64, datawidth: 8, meshX: 16, meshY: 4}
    - name: mac[1..64]
      class: intmac
      attributes: {multiplier_width: 8, meshX: 16, meshY: 4}
architecture_constraints:
  targets:
  - {type: dataspace, target: GlobalBuffer, keep: [Inputs, Outputs], bypass: [Weights]}
  - {type: dataspace, target: inter_PE_spatial, bypass: [Weights, Inputs, Outputs]}
  - {type: temporal, target: inter_PE_spatial, factors: "C=1,M=1", permutation: CMRSNPQ}
  - {type: dataspace, target: PEInputBuffer, keep: [Inputs], bypass: [Weights, Outputs]}
  - {type: dataspace, target: PEWeightRegs, keep: [Weights], bypass: [Inputs, Outputs]}
problem:
  version: '0.4'
  instance: {C: 3, H: 224, Hdilation: 1, Hpad: 1, Hstride: 2, M: 32, N: 1, P: 112, Q: 112, R: 3, S: 3, W: 224, Wdilation: 1, Wpad: 1, Wstride: 2, densities: {}}
  shape:
    name: conv2D
    dimensions: [C, M, R, S, N, P, Q]
    coefficients: [{default: 1, name: Wstride}, {default: 1, name: Hstride}, {default: 1, name: Wdilation}, {default: 1, name: Hdilation}]
    data_spaces:
    - {name: Weights, projection: [[[C]], [[M]], [[R]], [[S]]], read_write: false}
    - {name: Inputs, projection: [[[N]], [[C]], [[R, Wdilation], [P, Wstride]], [[S, Hdilation], [Q, Hstride]]], read_write: false}
    - {name: Outputs, projection: [[[N]], [[M]], [[Q]], [[P]]], read_write: true}
mapper: {version: 0.4, algorithm: random}
)";
inline const std::string kProcessedMapping = R"(mapping:
  - {target: DRAM, type: temporal, factors: C1 M1 R1 S1 N1 P7 Q7, permutation: QPCMRSN}
  - {target: GlobalBuffer, type: temporal, factors: C1 M4 R3 S3 N1 P2 Q16, permutation: QPCMRSN}
  - {target: inter_PE_spatial, type: temporal, factors: C1 M1 R1 S1 N1 P1 Q1, permutation: CMRSNPQ}
  - {target: inter_PE_spatial, type: spatial, factors: C3 M2 R1 S1 N1 P1 Q1, permutation: MCRSNPQ, split: 2}
  - {target: inter_PE_spatial, type: datatype, keep: [], bypass: [Weights, Inputs, Outputs]}
  - {target: PEInputBuffer, type: temporal, factors: C1 M1 R1 S1 N1 P8 Q1, permutation: PCMRSNQ}
  - {target: inter_reg_mac_spatial, type: spatial, factors: C1 M4 R1 S1 N1 P1 Q1, permutation: MCRSNPQ, split: 0}
)";

inline const std::string kEnergies = R"(ERT:
  version: '0.4'
  tables:
  - {name: "System_top_level.DRAM[1..1]", actions: [{name: read, arguments: {}, energy: 512.0}, {name: write, arguments: {}, energy: 512.0}, {name: update, arguments: {}, energy: 512.0}]}
  - {name: "System_top_level.GlobalBuffer[1..1]", actions: [{name: write, arguments: {}, energy: 66}, {name: read, arguments: {}, energy: 50}, {name: leak, arguments: {}, energy: 0.003}, {name: update, arguments: {}, energy: 66}]}
  - {name: "System_top_level.PEInputBuffer[1..16]", actions: [{name: read, arguments: {}, energy: 24}, {name: write, arguments: {}, energy: 24}]}
  - {name: "System_top_level.PEWeightRegs[1..64]", actions: [{name: read, arguments: {}, energy: 0.25}, {name: write, arguments: {}, energy: 0.25}]}
  - {name: "System_top_level.mac[1..64]", actions: [{name: compute, arguments: {}, energy: 0.315}]}
)";

} // namespace nestloom::tests
