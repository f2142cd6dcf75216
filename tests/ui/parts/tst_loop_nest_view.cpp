// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/view_probe.h"
#include "ui/parts/loop_nest_view.h"

#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class LoopNestViewTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void theSampleMappingIsReal();
    void drawsEveryLevelInBothThemes_data();
    void drawsEveryLevelInBothThemes();
    void nothingIsClippedAt700Pixels();
    void whereItIsNarrowLoopsComeFirst();
    void aTallNestScrolls();
    void aClickSelectsTheLoopUnderIt();
    void hoveringExplainsTheLoop();
    void arrowKeysWalkThroughTheLoops();
    void copiesThePrintedNest();
    void statesSayWhatToDo_data();
    void statesSayWhatToDo();
    void selectionSurvivesTheSameNestOnly();
    void screenReadersHearTheSelectedLoop();

private:
    static void fill(LoopNestView& view) { view.setLayer(simba::accelerator(), simba::layer(), simba::solved()); }
};

void LoopNestViewTest::theSampleMappingIsReal()
{
    QVERIFY(simba::solved().mapping);
    QCOMPARE(simba::solved().cost->computeCycles.count, 112'896);
}

void LoopNestViewTest::drawsEveryLevelInBothThemes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light laptop") << false << QSize(900, 560);
    QTest::newRow("dark laptop") << true << QSize(900, 560);
    QTest::newRow("light large") << false << QSize(1900, 1200);
    QTest::newRow("dark narrow") << true << QSize(700, 500);
}

void LoopNestViewTest::drawsEveryLevelInBothThemes()
{
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    LoopNestView view;
    fill(view);
    view.selectLoop(LoopRef{1, 1});
    const QImage image =
        render(view, size, dark ? ThemeKind::Dark : ThemeKind::Light, u"loop-nest-%1"_s.arg(size.width()));
    const Theme& theme = dark ? darkTheme() : lightTheme();
    for (const std::size_t level : {0, 1, 2})
        QVERIFY2(hasColour(image, theme.levelBand(level)), qPrintable(QString::number(level)));
    QVERIFY(hasColour(image, theme.tensor[TensorRole::Inputs]));
    QVERIFY(hasColour(image, theme.accentSoft));
}

void LoopNestViewTest::nothingIsClippedAt700Pixels()
{
    const QFont body = bodyFont();
    const LoopNestFonts fonts{body, captionFont(body), strongFont(body), codeFont(body)};
    const LoopNestLayout layout =
        layOutLoopNest(simba::accelerator(), simba::layer(), simba::layerMapping(), fonts, 700);
    QCOMPARE(layout.width, 700.0);
    const QFontMetricsF code(fonts.code);
    for (const LoopNestLayout::Band& band : layout.bands) {
        QVERIFY(band.rect.right() <= 700);
        for (const LoopNestLayout::LoopRow& row : band.loops)
            QVERIFY2(row.textLeft + code.horizontalAdvance(row.text) <= row.chips[TensorRole::Weights].left(),
                     qPrintable(row.text));
        if (band.grid.shown())
            QVERIFY2(QFontMetricsF(fonts.body).horizontalAdvance(band.grid.caption) <= band.grid.captionRect.width(),
                     qPrintable(band.grid.caption));
        for (const LoopNestLayout::TensorRow& row : band.tensors)
            QCOMPARE(row.shape, row.use.shape); // not elided
    }
    // Every explanation fits the two lines it has.
    const QFontMetricsF words(body);
    for (const LoopRef loop : loopsOf(simba::layerMapping())) {
        const QString text = loopExplanation(simba::accelerator(), simba::layerMapping(), loop);
        const QRectF needed = words.boundingRect(QRectF(0, 0, 700 - 24, 1000), Qt::TextWordWrap, text);
        QVERIFY2(needed.height() <= 2 * words.height() + 1, qPrintable(text));
    }
}

void LoopNestViewTest::whereItIsNarrowLoopsComeFirst()
{
    QFont body = bodyFont();
    for (const double scale : {1.0, 1.5}) {
        body.setPointSizeF(bodyFont().pointSizeF() * scale);
        const LoopNestFonts fonts{body, captionFont(body), strongFont(body), codeFont(body)};
        const LoopNestLayout layout =
            layOutLoopNest(simba::accelerator(), simba::layer(), simba::layerMapping(), fonts, 400);
        const QFontMetricsF code(fonts.code);
        for (const LoopNestLayout::Band& band : layout.bands) {
            for (const LoopNestLayout::LoopRow& row : band.loops) {
                QVERIFY2(row.textLeft + code.horizontalAdvance(row.text) <= row.chips[TensorRole::Weights].left(),
                         qPrintable(row.text));
                QVERIFY(band.tensors.empty()
                        || row.chips[TensorRole::Outputs].right() <= band.tensors.front().rect.left());
            }
            QVERIFY(band.tensors.empty() || band.tensors.front().rect.right() <= layout.width);
        }
    }
}

void LoopNestViewTest::aTallNestScrolls()
{
    LoopNestView view;
    fill(view);
    render(view, {700, 300}, ThemeKind::Light, u"loop-nest-short"_s);
    QVERIFY(view.verticalScrollBar()->maximum() > 0);
    view.selectLoop(LoopRef{4, 3}); // innermost spatial loop
    QVERIFY(view.verticalScrollBar()->value() > 0);
    QVERIFY(view.viewport()->rect().contains(view.loopRect({4, 3}).center()));
}

void LoopNestViewTest::aClickSelectsTheLoopUnderIt()
{
    LoopNestView view;
    fill(view);
    render(view, {900, 600}, ThemeKind::Light, u"loop-nest-click"_s);
    QSignalSpy selected(&view, &LoopNestView::loopSelected);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.loopRect({1, 1}).center());
    QCOMPARE(selected.count(), 1);
    QCOMPARE(selected.at(0), (QVariantList{1, 1}));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(3, 3));
    QVERIFY(!view.selectedLoop());
}

void LoopNestViewTest::hoveringExplainsTheLoop()
{
    LoopNestView view;
    fill(view);
    render(view, {900, 600}, ThemeKind::Light, u"loop-nest-hover"_s);
    QSignalSpy hovered(&view, &LoopNestView::loopHovered);
    QTest::mouseMove(view.viewport(), view.loopRect({0, 0}).center());
    QTRY_COMPARE(hovered.count(), 1);
    QCOMPARE(hovered.at(0), (QVariantList{0, 0}));
    QVERIFY2(view.explanation().contains(u"weights"_s), qPrintable(view.explanation()));
    QTest::mouseMove(view.viewport(), QPoint(2, 2));
    QTRY_COMPARE(hovered.count(), 2);
    QCOMPARE(hovered.at(1), (QVariantList{-1, -1}));
}

void LoopNestViewTest::arrowKeysWalkThroughTheLoops()
{
    LoopNestView view;
    fill(view);
    render(view, {900, 600}, ThemeKind::Light, u"loop-nest-keys"_s);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selectedLoop(), std::optional(LoopRef{0, 0}));
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selectedLoop(), std::optional(LoopRef{1, 0}));
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.selectedLoop(), std::optional(LoopRef{0, 0}));
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.selectedLoop(), std::optional(LoopRef{4, 3}));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.selectedLoop());
}

void LoopNestViewTest::copiesThePrintedNest()
{
    LoopNestView view;
    QApplication::clipboard()->setText(u"before"_s);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    view.copyAsLatex();
    QCOMPARE(QApplication::clipboard()->text(), u"before"_s); // nothing to copy
    fill(view);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    const QString text = QApplication::clipboard()->text();
    QVERIFY2(text.contains(u"par for K in 0..4 along rows"_s), qPrintable(text));
    QCOMPARE(text, view.asText());
    view.copyAsLatex();
    const QString latex = QApplication::clipboard()->text();
    QVERIFY2(latex.contains(u"em}par for K in 0..4 along columns \\\\\n"_s) && latex.startsWith(u"\\begin{tabular}"_s),
             qPrintable(latex));
}

void LoopNestViewTest::statesSayWhatToDo_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("spoken");
    QTest::newRow("empty") << 0 << "No layer is selected.";
    QTest::newRow("pending") << 1 << "pending";
    QTest::newRow("failed") << 2 << "raise its capacity to 3 B";
    QTest::newRow("wrong accelerator") << 3 << "layer3.1.conv2: within 10.30 %."; // 1,245,184 B at 10 B/cycle
}

void LoopNestViewTest::statesSayWhatToDo()
{
    QFETCH(int, state);
    QFETCH(QString, spoken);
    LoopNestView view;
    schedule::LayerResult pending;
    pending.name = "conv1";
    if (state == 1)
        view.setLayer(simba::accelerator(), simba::layer(), pending);
    else if (state == 2)
        view.setLayer(simba::accelerator(), simba::layer(), sample::failed(0, "conv1"));
    else if (state == 3)
        view.setLayer(sample::accelerator(), simba::layer(), simba::solved()); // 4 levels against 6
    const QImage image =
        render(view, {700, 400}, state == 2 ? ThemeKind::Dark : ThemeKind::Light, u"loop-nest-state-%1"_s.arg(state));
    QVERIFY(colourCount(image) > 5); // text, anti-aliased
    QVERIFY2(view.accessibleDescription().contains(spoken), qPrintable(view.accessibleDescription()));
    QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY(!view.selectedLoop());
    QVERIFY(view.asText().isEmpty());
}

void LoopNestViewTest::selectionSurvivesTheSameNestOnly()
{
    LoopNestView view;
    fill(view);
    view.resize(900, 600);
    view.show();
    view.selectLoop(LoopRef{1, 0});
    fill(view);
    QCOMPARE(view.selectedLoop(), std::optional(LoopRef{1, 0}));
    view.setLayer(sample::accelerator(), sample::layer(), sample::solved());
    QVERIFY(!view.selectedLoop());
    view.selectLoop(LoopRef{9, 9});
    QVERIFY(!view.selectedLoop());
}

void LoopNestViewTest::screenReadersHearTheSelectedLoop()
{
    LoopNestView view;
    fill(view);
    QCOMPARE(view.accessibleName(), u"Loop nest"_s);
    view.resize(900, 600);
    view.show();
    view.selectLoop(LoopRef{1, 0});
    QVERIFY(view.accessibleDescription().contains(u"for K in 0..2 at GlobalBuffer"_s));
}

QTEST_MAIN(LoopNestViewTest)
#include "tst_loop_nest_view.moc"
