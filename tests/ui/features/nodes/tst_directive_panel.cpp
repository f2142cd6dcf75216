// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/nodes/node_samples.h"
#include "tests/ui/support/fake_askers.h"
#include "ui/features/nodes/directive_panel.h"
#include "ui/features/nodes/directive_words.h"

#include <QTest>

#include <set>

using namespace nestloom;
using namespace nestloom::ui;
using Kind = ShownDirectives::Kind;

namespace {

/// The sample schedule with its first layer selected, and the panel beside it.
struct Panel {
    Panel()
    {
        nodes.setNetwork(tests::alexnet());
        nodes.setAccelerator(tests::presetAccelerator("accelerators/kapla-4x4.yaml"));
        nodes.setOptions(tests::quickOptions());
        nodes.setActive(true);
        scheduler.tell(scheduler.last, tests::sampleNodeRun());
        panel.resize(760, 320);
        panel.show();
        panel.setSizes({250, 500});
    }
    ShownDirectives& shown() { return panel.directives(); }
    LevelPicture picture() { return panel.view()->pictures().front(); }
    std::size_t line(Kind kind, std::size_t level, std::size_t at) { return *shown().lineOf({kind, level, at}); }

    FakeNodes scheduler;
    ShownNodes nodes{&scheduler};
    DirectivePanel panel{nodes};
};

} // namespace

class DirectivePanelTest : public QObject {
    Q_OBJECT
private slots:
    void withoutAScheduleItSaysSo()
    {
        ShownNodes nodes(nullptr);
        DirectivePanel panel(nodes);
        QVERIFY(panel.directives().empty());
        QCOMPARE(panel.list()->count(), 0);
        QVERIFY(panel.view()->chartName().isEmpty());
        (void)panel.grab();
    }
    void linesAreThePrintedDirectives()
    {
        Panel f;
        QString text;
        for (int i = 0; i < f.panel.list()->count(); ++i)
            text += f.panel.list()->item(i)->text() + QLatin1Char('\n');
        kapla::Directives all;
        for (const ShownDirectives::Level& level : f.shown().levels())
            all.push_back(level.directives);
        QCOMPARE(text.toStdString(), kapla::print(all));
        QCOMPARE(std::size_t(f.panel.list()->count()), f.shown().lines().size());
    }
    void everyLayerIsDrawnWithAllItsBuffers()
    {
        Panel f;
        for (const SegmentChain::Layer& layer : f.nodes.chain().layers) {
            f.nodes.selectLayer(layer.layer);
            for (const ShownDirectives::Level& level : f.shown().levels()) {
                if (level.array.empty())
                    continue;
                QVERIFY(level.facts);
                QCOMPARE(std::int64_t(level.array.buffers.size()), level.facts->parallelism);
                if (level.isOfNodes)
                    QCOMPARE(level.facts->parallelism, layer.schedule->partition.extent().size());
                std::set<kapla::Node> places;
                for (const BufferArray::Buffer& buffer : level.array.buffers) {
                    places.insert(buffer.at);
                    QVERIFY(buffer.at.h >= 0 && buffer.at.h < level.array.room.h && buffer.at.w >= 0
                            && buffer.at.w < level.array.room.w);
                }
                QCOMPARE(places.size(), level.array.buffers.size());
            }
            (void)f.panel.grab();
        }
    }
    void registersFitTheArray()
    {
        Panel f;
        const kapla::Extent array = f.nodes.run()->machine.array;
        for (const SegmentChain::Layer& layer : f.nodes.chain().layers) {
            f.nodes.selectLayer(layer.layer);
            const kapla::Extent room = f.shown().levels().front().array.room;
            QVERIFY2(room == array, f.nodes.run()->graph.network.layers[layer.layer].name.c_str());
        }
    }
    void aClickInThePictureChoosesTheLine()
    {
        Panel f;
        const std::size_t level = f.shown().level();
        QVERIFY(f.shown().levels()[level].isOfNodes);
        QTest::mouseClick(f.panel.view(), Qt::LeftButton, {}, f.picture().columnOf(1).center().toPoint());
        QCOMPARE(*f.shown().chosen(), f.line(Kind::Tensor, level, 1));
        QCOMPARE(f.panel.list()->currentRow(), int(*f.shown().chosen()));
        QVERIFY(!f.shown().levels()[level].directives.stacks.empty());
        QTest::mouseClick(f.panel.view(), Qt::LeftButton, {}, f.picture().stackRow(0).center().toPoint());
        QCOMPARE(*f.shown().chosen(), f.line(Kind::Stack, level, 0));
        QTest::keyClick(f.panel.view(), Qt::Key_Escape);
        QVERIFY(!f.shown().chosen());
        QCOMPARE(f.panel.list()->currentRow(), -1);
    }
    void aLineOfTheTextShowsItsLevel()
    {
        Panel f;
        QCOMPARE(f.panel.view()->pictures().size(), std::size_t(1)); // no room for two
        f.panel.list()->setCurrentRow(int(f.line(Kind::Tensor, 0, 0)));
        QCOMPARE(f.shown().level(), std::size_t(0));
        QCOMPARE(f.picture().level(), std::size_t(0));
        QVERIFY(f.shown().isMarked(Kind::Tensor, 0, 0));
        QTest::keyClick(f.panel.view(), Qt::Key_Left); // outwards
        QCOMPARE(f.picture().level(), std::size_t(1));
        QTest::keyClick(f.panel.view(), Qt::Key_Left); // whole tensors have no picture
        QCOMPARE(f.picture().level(), std::size_t(1));
        QTest::keyClick(f.panel.view(), Qt::Key_Down);
        QVERIFY(f.shown().isMarked(Kind::Tensor, 1, 0));
        f.panel.resize(1500, 320);
        f.panel.setSizes({250, 1240});
        QCOMPARE(f.panel.view()->pictures().size(), std::size_t(2));
    }
    void thePointedLineIsMarkedBeforeTheChosenOne()
    {
        Panel f;
        f.shown().choose(f.line(Kind::Tensor, 1, 0));
        f.shown().point(f.line(Kind::Stack, 1, 0));
        QVERIFY(f.shown().isMarked(Kind::Stack, 1, 0) && !f.shown().isMarked(Kind::Tensor, 1, 0));
        f.shown().point(std::nullopt);
        QVERIFY(f.shown().isMarked(Kind::Tensor, 1, 0));
        f.nodes.selectLayer(f.nodes.chain().layers.back().layer); // the same directive of another layer
        QVERIFY(f.shown().isMarked(Kind::Tensor, 1, 0));
        f.shown().choose(10'000);
        QVERIFY(f.shown().isMarked(Kind::Tensor, 1, 0));
    }
    void wordsSayWhatIsReplicatedAndShared()
    {
        Panel f;
        const std::size_t level = f.shown().level();
        for (std::size_t i = 0; i < f.shown().levels()[level].directives.tensors.size(); ++i) {
            const QString text = holdingText(f.shown(), level, i);
            const std::size_t parts = f.shown().levels()[level].array.tensors[i].parts();
            QVERIFY2(parts == 1 ? text.contains(QStringLiteral("same in all")) : text.contains(QString::number(parts)),
                     qPrintable(text));
            QVERIFY(text.contains(QStringLiteral("shared"))
                    == (f.shown().levels()[level].directives.tensors[i].shared > 1));
            const QString buffer = bufferSentence(f.shown(), level, i, 0);
            QVERIFY2(buffer.contains(QStringLiteral("part 1 of %1").arg(parts)), qPrintable(buffer));
        }
        for (const ShownDirectives::Line& line : f.shown().lines())
            QVERIFY(!lineSentence(f.shown(), line).isEmpty());
    }
    void updatesSayWhatMoves()
    {
        ShownDirectives::Level level;
        level.directives = {"a",
                            "GBUF",
                            {{"i", {{kapla::Dim::N, 1}, {kapla::Dim::C, 1}}, 1},
                             {"w", {{kapla::Dim::K, 1}, {kapla::Dim::C, 1}}, 1},
                             {"o", {{kapla::Dim::N, 1}, {kapla::Dim::K, 1}}, 1}},
                            {},
                            {{{{kapla::Dim::C, 1}}}, {{{kapla::Dim::K, 1}}}}};
        level.facts = kapla::LevelFacts{"a", "GBUF", 0, 1, {3, 2}, {}};
        QCOMPARE(motionOf(level, 0, 0), Motion::New);
        QCOMPARE(motionOf(level, 0, 2), Motion::Stays);
        QCOMPARE(motionOf(level, 1, 0), Motion::Again); // C has replaced it inside
        QCOMPARE(motionOf(level, 1, 2), Motion::New);
        level.facts->trips[0] = 1;
        QCOMPARE(motionOf(level, 1, 0), Motion::Stays);
    }
    void everyBufferIsExported()
    {
        Panel f;
        std::size_t rows = 0;
        for (const ShownDirectives::Level& level : f.shown().levels())
            rows += level.array.buffers.size() * level.array.tensors.size();
        QCOMPARE(f.panel.view()->chartValues().rows.size(), qsizetype(rows));
        QVERIFY(!f.panel.view()->chartName().isEmpty());
    }
};

QTEST_MAIN(DirectivePanelTest)
#include "tst_directive_panel.moc"
