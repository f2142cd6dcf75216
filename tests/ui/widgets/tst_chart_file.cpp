// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/read_file.h"
#include "tests/ui/features/noc/sample_mesh.h"
#include "tests/ui/support/sample_run.h"
#include "tests/ui/support/view_probe.h"
#include "ui/charts/pareto_view.h"
#include "ui/features/noc/mesh_map.h"
#include "ui/parts/buffer_bars.h"
#include "ui/parts/cycles_chart.h"
#include "ui/parts/loop_nest_view.h"
#include "ui/widgets/chart_file.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <memory>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

namespace {

const Provenance kProvenance{u"12"_s, u"simba & co"_s, u"resnet50"_s, u"cosa, latency"_s, u"7"_s, u"0.1.0"_s};

/// Every chart of the program with something to show.
std::unique_ptr<QWidget> makeChart(const QString& name)
{
    if (name == "cycles"_L1 || name == "energy"_L1) {
        auto chart = std::make_unique<CyclesChart>();
        chart->setNetwork(sample::network(3));
        chart->setLayer(sample::solved(0, "layer0"));
        chart->setLayer(sample::boundByDram(1, "layer1"));
        chart->setLayer(sample::failed(2, "layer2"));
        chart->setQuantity(name == "energy"_L1 ? ChartQuantity::Energy : ChartQuantity::Cycles);
        return chart;
    }
    if (name == "buffers"_L1) {
        auto chart = std::make_unique<BufferBars>();
        chart->setUses(bufferUse(simba::accelerator(), simba::layer(), simba::layerMapping()));
        return chart;
    }
    if (name == "loop nest"_L1) {
        auto chart = std::make_unique<LoopNestView>();
        chart->setLayer(simba::accelerator(), simba::layer(), simba::solved());
        return chart;
    }
    if (name == "pareto"_L1) {
        auto chart = std::make_unique<ParetoView>();
        chart->setChoices({u"Energy"_s, u"Cycles"_s});
        for (const auto side : {ParetoView::X, ParetoView::Y})
            chart->setAxis(side, side, {{u"J"_s}, false, [](double v) { return QString::number(v); }, u"J"_s});
        chart->setPoints({{8, 1}, {2, 3}, {6, 6}, {1, 8}, {4, 2}});
        return chart;
    }
    auto chart = std::make_unique<MeshMap>();
    chart->setMesh(sample::mesh());
    return chart;
}

struct ShownChart {
    explicit ShownChart(const QString& name)
        : widget(makeChart(name)), chart(dynamic_cast<ExportableChart*>(widget.get()))
    {
        render(*widget, {640, 420}, ThemeKind::Light, u"export-"_s + name);
    }
    std::unique_ptr<QWidget> widget;
    ExportableChart* chart;
};

/// RFC 4180, and lines that begin with # are no data.
std::vector<QStringList> parseCsv(const QString& text)
{
    std::vector<QStringList> rows;
    for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts)) {
        if (line.startsWith(u'#'))
            continue;
        QStringList cells{QString()};
        bool quoted = false;
        for (qsizetype i = 0; i < line.size(); ++i) {
            if (line[i] == u'"' && quoted && i + 1 < line.size() && line[i + 1] == u'"')
                cells.back() += line[i++];
            else if (line[i] == u'"')
                quoted = !quoted;
            else if (line[i] == u',' && !quoted)
                cells << QString();
            else
                cells.back() += line[i];
        }
        rows.push_back(cells);
    }
    return rows;
}

void addCharts()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"cycles", "energy", "buffers", "loop nest", "pareto", "mesh"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

} // namespace

class ChartFileTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void svgIsAPictureWithItsOrigin_data() { addCharts(); }
    void svgIsAPictureWithItsOrigin();
    void pngHasTheChosenScale_data() { addCharts(); }
    void pngHasTheChosenScale();
    void pdfIsOnePage_data() { addCharts(); }
    void pdfIsOnePage();
    void dataComeBackAsTheyWere_data() { addCharts(); }
    void dataComeBackAsTheyWere();
    void emptyChartsAreNotExported();
    void failuresAreOneSentence_data();
    void failuresAreOneSentence();
};

void ChartFileTest::svgIsAPictureWithItsOrigin()
{
    QFETCH(QString, name);
    const ShownChart shown(name);
    const QByteArray file = chartFile(*shown.chart, {ChartFormat::Svg, 1, false}, kProvenance);
    QXmlStreamReader xml(file);
    QString title, description;
    int paths = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == "title"_L1)
            title = xml.readElementText();
        else if (xml.name() == "desc"_L1)
            description = xml.readElementText();
        else if (xml.name() == "path"_L1 || xml.name() == "rect"_L1 || xml.name() == "text"_L1)
            ++paths;
        else if (xml.name() == "image"_L1)
            QFAIL("the chart is not vectors");
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(title, shown.chart->chartName());
    for (const QString& line : kProvenance.lines())
        QVERIFY2(description.contains(line), qPrintable(description));
    QVERIFY(paths > 10);
    QSvgRenderer renderer(file);
    QVERIFY(renderer.isValid());
    QImage image(shown.chart->chartSize(), QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    QVERIFY(colourCount(image) > 10);
}

void ChartFileTest::pngHasTheChosenScale()
{
    QFETCH(QString, name);
    const ShownChart shown(name);
    for (const int scale : {1, 4}) {
        const QImage image =
            QImage::fromData(chartFile(*shown.chart, {ChartFormat::Png, scale, false}, kProvenance), "png");
        QCOMPARE(image.size(), scale * shown.chart->chartSize());
        QVERIFY(colourCount(image) > 10);
        QCOMPARE(image.text(u"run"_s), u"12"_s);
        QCOMPARE(image.text(u"accelerator"_s), u"simba & co"_s);
        QCOMPARE(image.text(u"Title"_s), shown.chart->chartName());
    }
}

void ChartFileTest::pdfIsOnePage()
{
    QFETCH(QString, name);
    const ShownChart shown(name);
    const QByteArray file = chartFile(*shown.chart, {ChartFormat::Pdf, 1, false}, kProvenance);
    QVERIFY(file.startsWith("%PDF-"));
    QVERIFY(file.contains("/Count 1"));
    QVERIFY2(!file.contains("/Subtype /Image"), "the chart is not vectors");
}

void ChartFileTest::dataComeBackAsTheyWere()
{
    QFETCH(QString, name);
    const ShownChart shown(name);
    const QTemporaryDir folder;
    const Status done = exportChart(*shown.chart, folder.filePath(u"chart.svg"_s), {}, kProvenance);
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    const QString text = tests::textOf(folder.filePath(u"chart.csv"_s));
    QVERIFY(text.startsWith(u"# program: Nestloom "_s));
    QVERIFY(text.contains(u"# run: 12\n"_s));
    const std::vector<QStringList> rows = parseCsv(text);
    const TableValues values = shown.chart->chartValues();
    QVERIFY(!values.rows.empty());
    QCOMPARE(rows.size(), values.rows.size() + 1);
    QCOMPARE(rows[0], values.columns);
    QVERIFY2(rows[0].join(u' ').contains(u'['), qPrintable(rows[0].join(u' '))); // a unit
    for (std::size_t row = 0; row < values.rows.size(); ++row)
        for (qsizetype column = 0; column < values.columns.size(); ++column) {
            const QVariant value = values.rows[row][column];
            const QString cell = rows[row + 1][column];
            if (value.typeId() == QMetaType::Double)
                QVERIFY(qFuzzyCompare(1 + cell.toDouble(), 1 + value.toDouble()));
            else
                QCOMPARE(cell, value.toString());
        }
}

void ChartFileTest::emptyChartsAreNotExported()
{
    CyclesChart chart;
    const QTemporaryDir folder;
    const Status done = exportChart(chart, folder.filePath(u"chart.svg"_s), {}, {});
    QVERIFY(!done);
    QCOMPARE(QString::fromStdString(done.error().message), u"The chart shows nothing to export."_s);
    QVERIFY(!QFile::exists(folder.filePath(u"chart.svg"_s)));
}

void ChartFileTest::failuresAreOneSentence_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("no such folder") << u"/nowhere/at/all/chart.svg"_s;
    QTest::newRow("a folder") << u"/tmp"_s;
    if (QFile::exists(u"/dev/full"_s))
        QTest::newRow("a device") << u"/dev/full"_s;
}

void ChartFileTest::failuresAreOneSentence()
{
    QFETCH(QString, path);
    const ShownChart shown(u"cycles"_s);
    const Status done = exportChart(*shown.chart, path, {ChartFormat::Png, 1, false}, {});
    QVERIFY(!done);
    const QString message = QString::fromStdString(done.error().message);
    QVERIFY2(message.startsWith(path + u" cannot be written: "_s), qPrintable(message));
    QCOMPARE(message.count(u'\n'), 0);
}

QTEST_MAIN(ChartFileTest)
#include "tst_chart_file.moc"
