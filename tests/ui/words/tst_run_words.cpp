// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/run_words.h"

#include <QTest>

namespace nestloom::ui {

class TestRunWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBottleneckIsWhatTakesMostOfTheTime()
    {
        std::vector<schedule::LayerResult> layers(3);
        for (schedule::LayerResult& layer : layers) {
            layer.cost.emplace();
            layer.cost->cycles = {100};
            layer.cost->bottleneck.text = "DRAM read";
        }
        layers[2].cost->bottleneck.text = "compute";
        QCOMPARE(bottleneckSentence(boundShares(layers, {})),
                 QStringLiteral("Bottleneck: DRAM read on 2 of 3 layers, which take 66.7 % of the time."));
        QCOMPARE(bottleneckSentence(boundShares(layers, Cycles{100})),
                 QStringLiteral("Bottleneck: DRAM read on 2 of 3 layers, which take 50.0 % of the time."));
        QCOMPARE(bottleneckSentence(boundShares(layers, Cycles{500})),
                 QStringLiteral("Bottleneck: vector operators, which take 62.5 % of the time; of the layers DRAM read "
                                "on 2 of 3 (25.0 %)."));
        QVERIFY(bottleneckSentence({}).isEmpty());
    }
};

} // namespace nestloom::ui

QTEST_APPLESS_MAIN(nestloom::ui::TestRunWords)
#include "tst_run_words.moc"
