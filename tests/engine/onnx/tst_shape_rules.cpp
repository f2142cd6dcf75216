// SPDX-License-Identifier: Apache-2.0
// Types, shapes and folded constants against the recordings of the ONNX project: a file per case with one node, its
// inputs and its outputs (Debian's libonnx-testdata).
#include "engine/onnx/fold_values.h"
#include "engine/onnx/operator_rules.h"
#include "engine/onnx/refusal.h"

#include <QtTest>

#include <cmath>
#include <fstream>

using namespace nestloom::onnx;

namespace {

const QString kRecordings = QStringLiteral("/usr/share/libonnx-testdata/data");

template <typename Message>
bool read(const QString& path, Message& message)
{
    std::ifstream file(path.toStdString(), std::ios::binary);
    return file && message.ParseFromIstream(&file);
}

/// One recording: a node with the content of its inputs, and what came out.
struct Recording {
    pb::ModelProto model;
    std::map<std::string, TensorInfo> inputs;
    std::vector<TensorInfo> outputs;

    bool load(const QString& folder)
    {
        if (!read(folder + QStringLiteral("/model.onnx"), model) || model.graph().node_size() != 1)
            return false;
        const QString set = folder + QStringLiteral("/test_data_set_0/");
        for (int i = 0; i < model.graph().input_size(); ++i) {
            pb::TensorProto tensor;
            if (!model.graph().input(i).type().has_tensor_type()
                || !read(set + QStringLiteral("input_%1.pb").arg(i), tensor))
                return false;
            inputs[model.graph().input(i).name()] = constantInfo(tensor);
        }
        for (const pb::TensorProto& tensor : model.graph().initializer())
            inputs[tensor.name()] = constantInfo(tensor);
        for (int i = 0; i < model.graph().output_size(); ++i) {
            pb::TensorProto tensor;
            if (!model.graph().output(i).type().has_tensor_type()
                || !read(set + QStringLiteral("output_%1.pb").arg(i), tensor))
                return false;
            outputs.push_back(constantInfo(tensor));
        }
        return true;
    }

    std::int64_t set() const
    {
        for (const auto& import : model.opset_import())
            if (import.domain().empty())
                return import.version();
        return 1;
    }

    NodeView view() const
    {
        std::vector<const TensorInfo*> infos;
        for (const std::string& name : model.graph().node(0).input()) {
            const auto input = inputs.find(name);
            infos.push_back(input == inputs.end() ? nullptr : &input->second);
        }
        return {model.graph().node(0), infos, set()};
    }
};

} // namespace

class TestShapeRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreeWithTheRecordingsOfOnnx_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* group : {"node", "pytorch-operator", "pytorch-converted", "simple"}) {
            const QDir parent(kRecordings + QLatin1Char('/') + QLatin1String(group));
            for (const QString& name : parent.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                QTest::newRow(qPrintable(QLatin1String(group) + QLatin1Char('/') + name)) << parent.filePath(name);
        }
    }
    void agreeWithTheRecordingsOfOnnx()
    {
        QFETCH(QString, folder);
        Recording recording;
        try {
            if (!recording.load(folder))
                return; // several nodes, sequences or text
        } catch (const Refusal&) {
            return;
        }
        const NodeView node = recording.view();
        const OperatorRule* rule = findRule(node.proto().domain(), node.type());
        if (!rule)
            return;
        std::vector<TensorInfo> shapes;
        try {
            shapes = nestloom::onnx::outputsOf(node, rule);
        } catch (const Refusal& refusal) {
            const bool oneTensor = node.text("equation", ",").find(',') == std::string::npos; // no matrix product
            const bool isOtherEinsum =
                node.type() == "Einsum" && (oneTensor || node.text("equation", "").find("...") != std::string::npos);
            QVERIFY2(isOtherEinsum || refusal.what() == std::string_view("it holds text"), refusal.what());
            return;
        }
        QVERIFY(!shapes.empty());
        ++m_compared[node.type()];
        std::size_t next = 0; // outputs without a name were not recorded
        for (std::size_t i = 0; i < shapes.size() && i < node.outputCount(); ++i) {
            if (node.proto().output(int(i)).empty())
                continue;
            const TensorInfo& expected = recording.outputs[next++];
            QCOMPARE(QString::fromStdString(text(shapes[i].shape)), QString::fromStdString(text(expected.shape)));
            if (shapes[i].type != pb::TensorProto::BFLOAT16) // which the recordings store as bare 16 bits
                QCOMPARE(shapes[i].type, expected.type);
        }
        if (const auto folded = foldValues(node, shapes[0]); folded && recording.outputs[0].values) {
            const Values& expected = *recording.outputs[0].values;
            ++m_folded[node.type()];
            QCOMPARE(folded->size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i)
                QVERIFY2(
                    (std::isnan(folded->at(i)) && std::isnan(expected.at(i)))
                        || qAbs(folded->at(i) - expected.at(i)) <= 1e-4 * qMax(1.0, qAbs(expected.at(i))),
                    qPrintable(QStringLiteral("element %1: %2, not %3").arg(i).arg(folded->at(i)).arg(expected.at(i))));
        }
    }
    void coverManyOperators()
    {
        if (!QDir(kRecordings).exists())
            QSKIP("the package libonnx-testdata is not installed");
        QVERIFY2(m_compared.size() >= 100, qPrintable(QString::number(m_compared.size())));
        for (const char* type :
             {"Conv", "ConvTranspose", "MatMul", "Gemm", "LSTM", "MaxPool", "Reshape", "Slice", "Resize"})
            QVERIFY2(m_compared.contains(type), type);
        QVERIFY2(m_folded.size() >= 15, qPrintable(QString::number(m_folded.size())));
    }

private:
    std::map<std::string, int> m_compared, m_folded;
};

QTEST_GUILESS_MAIN(TestShapeRules)
#include "tst_shape_rules.moc"
