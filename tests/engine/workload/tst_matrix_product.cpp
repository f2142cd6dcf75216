// SPDX-License-Identifier: Apache-2.0
// Matrix products and attention as layers, against loops over their elements.
#include "engine/workload/matrix_product.h"

#include <QTest>

#include <set>
#include <tuple>

using namespace nestloom;
using namespace nestloom::workload;

namespace {

/// What the loops of a product touch: multiplications, and elements of each tensor.
struct Touched {
    std::int64_t macs = 0;
    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> a, b, c; // batch, row, column
};

Touched multiplied(const MatrixProduct& product)
{
    Touched touched;
    for (std::int64_t g = 0; g < product.batch; ++g)
        for (std::int64_t i = 0; i < product.m; ++i)
            for (std::int64_t j = 0; j < product.n; ++j)
                for (std::int64_t l = 0; l < product.k; ++l) {
                    ++touched.macs;
                    touched.a.insert({g, i, l});
                    touched.b.insert({g, l, j});
                    touched.c.insert({g, i, j});
                }
    return touched;
}

} // namespace

class TestMatrixProduct : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsWhatTheLoopsTouch_data()
    {
        QTest::addColumn<std::vector<qint64>>("sizes"); // m, n, k, batch
        QTest::newRow("one") << std::vector<qint64>{3, 4, 5, 1};
        QTest::newRow("vector") << std::vector<qint64>{1, 7, 5, 1};
        QTest::newRow("batched") << std::vector<qint64>{3, 4, 5, 6};
        QTest::newRow("batched, of vectors") << std::vector<qint64>{1, 1, 5, 3};
    }

    void countsWhatTheLoopsTouch()
    {
        QFETCH(std::vector<qint64>, sizes);
        const MatrixProduct product{sizes[0], sizes[1], sizes[2], sizes[3]};
        const Layer layer = matrixProduct("p", product);
        const Touched touched = multiplied(product);
        QCOMPARE(macs(layer), touched.macs);
        QCOMPARE(elements(layer, TensorRole::Inputs), std::int64_t(touched.a.size()));
        QCOMPARE(elements(layer, TensorRole::Weights), std::int64_t(touched.b.size()));
        QCOMPARE(elements(layer, TensorRole::Outputs), std::int64_t(touched.c.size()));
    }

    void aRowTimesAMatrixIsFullyConnected()
    {
        QCOMPARE(int(matrixProduct("p", {1, 4, 5, 1}).kind), int(LayerKind::FullyConnected));
        QVERIFY(!isMatrixProduct(matrixProduct("p", {1, 4, 5, 1})));
        QVERIFY(isMatrixProduct(matrixProduct("p", {3, 4, 5, 1})));
        QVERIFY(isMatrixProduct(matrixProduct("p", {3, 4, 5, 2})));
    }

    void convolutionsAreNoMatrixProducts()
    {
        Layer depthwise;
        depthwise.bounds = {{3, 3, 14, 14, 1, 1, 1, 32}};
        QVERIFY(!isMatrixProduct(depthwise));
        depthwise.bounds = {{1, 1, 14, 1, 1, 1, 1, 32}};
        QVERIFY(!isMatrixProduct(depthwise));
        Layer grouped;
        grouped.bounds = {{1, 1, 14, 14, 4, 4, 1, 32}};
        QVERIFY(!isMatrixProduct(grouped));
        Layer images;
        images.bounds = {{1, 1, 14, 1, 4, 4, 2, 1}};
        QVERIFY(!isMatrixProduct(images));
    }

    void areDescribedAsProducts()
    {
        QCOMPARE(describeShape(matrixProduct("p", {197, 197, 64, 12})),
                 std::string("12\u00d7 matmul 197\u00d764\u00b764\u00d7197"));
        QCOMPARE(describeShape(matrixProduct("p", {197, 3072, 768, 1})),
                 std::string("matmul 197\u00d7768\u00b7768\u00d73072"));
        QCOMPARE(describeShape(matrixProduct("p", {1, 1000, 2048, 1})), std::string("fc 2048\u21921000"));
        QCOMPARE(kindName(matrixProduct("p", {197, 197, 64, 12})), std::string_view("matmul"));
        QCOMPARE(kindName(matrixProduct("p", {1, 1000, 2048, 1})), std::string_view("fully-connected"));
    }

    void attentionIsTwoProductsForEachHead()
    {
        const auto layers =
            attentionLayers("a", {2, 4, 4, 5, 6, 3, 7}); // batch, heads, key heads, queries, keys, head, value
        QCOMPARE(layers.size(), std::size_t(2));
        QCOMPARE(layers[0].name, std::string("a.scores"));
        QCOMPARE(layers[1].name, std::string("a.values"));
        const Touched scores = multiplied({5, 6, 3, 8}), values = multiplied({5, 7, 6, 8});
        QCOMPARE(macs(layers[0]), scores.macs);
        QCOMPARE(macs(layers[1]), values.macs);
        QCOMPARE(elements(layers[0], TensorRole::Outputs), elements(layers[1], TensorRole::Inputs));
        QCOMPARE(elements(layers[0], TensorRole::Weights), std::int64_t(scores.b.size())); // keys
        QCOMPARE(elements(layers[1], TensorRole::Weights), std::int64_t(values.b.size())); // values
    }

    void headsThatShareKeysReadThemOnce()
    {
        const auto own = attentionLayers("a", {1, 8, 8, 5, 6, 3, 3}),
                   shared = attentionLayers("a", {1, 8, 2, 5, 6, 3, 3});
        for (const std::size_t i : {0U, 1U}) {
            QCOMPARE(macs(shared[i]), macs(own[i]));
            QCOMPARE(4 * elements(shared[i], TensorRole::Weights), elements(own[i], TensorRole::Weights));
            QCOMPARE(elements(shared[i], TensorRole::Inputs), elements(own[i], TensorRole::Inputs));
        }
    }
};

QTEST_APPLESS_MAIN(TestMatrixProduct)
#include "tst_matrix_product.moc"
