// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_names.h"
#include "engine/onnx/operator_rules.h"
#include "engine/workload/operator_graph.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nestloom::onnx {

/// A value of the file's graph, as far as it was understood.
struct KnownValue {
    TensorInfo info;
    std::optional<TensorId> tensor; // of the operator graph; none for parameters
    std::string origin{};           // of a parameter: the one whose elements it has, in another order or shape perhaps
};

/// Puts the operator graph together. Its values are called by their names in the file.
class GraphBuilder {
public:
    explicit GraphBuilder(std::optional<int> floatBits) : m_floatBits(floatBits) {}

    const KnownValue* find(const std::string& name) const;
    /// `from` is a parameter that has the same elements, or the parameter itself.
    void addParameter(const std::string& name, TensorInfo info, const std::string& from);
    void addInput(const std::string& name, TensorInfo info);

    /// The node becomes an operator. `outputs` are those that are known; of these, `wanted` names become tensors (the
    /// first one if none does). Parameters are those inputs that are constant.
    struct NewOperator {
        const pb::NodeProto& node;
        const OperatorRule* rule = nullptr; // null when there is none
        std::vector<TensorInfo> outputs;
        std::vector<workload::Layer> layers; // named by their part of the operator
    };
    void addOperator(NewOperator added, const std::set<std::string>& wanted);

    /// `to` is another name, type and shape of the value `from`, in the same tensor.
    void forward(const std::string& from, const std::string& to, TensorInfo info);
    /// The tensor behind a value is kept with so many bits for each element.
    void narrow(const std::string& name, int bits);

    std::int64_t parameterElements() const { return m_parameterElements; }
    workload::OperatorGraph take(std::string name);

private:
    void nameSharedParameters();
    int bitsFor(const TensorInfo& info) const;
    void addParameters(const NewOperator& added, workload::Operator& op);
    TensorId addTensor(std::string name, const TensorInfo& info, OperatorId producer);

    std::optional<int> m_floatBits;
    std::map<std::string, KnownValue> m_values;
    std::set<std::string> m_countedParameters;                // origins
    std::vector<std::vector<std::string>> m_parameterOrigins; // by operator, as its parameters
    std::int64_t m_parameterElements = 0;
    UniqueNames m_operatorNames, m_layerNames;
    workload::OperatorGraph m_graph;
};

} // namespace nestloom::onnx
