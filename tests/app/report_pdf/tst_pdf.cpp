// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/pdf.h"

#include "app/report/comparison_report.h"
#include "app/report/run_report.h"
#include "app/report_pdf/block_painter.h"
#include "app/report_pdf/report_file.h"
#include "tests/app/support/small_inputs.h"

#include <QBuffer>
#include <QFile>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QtTest>

#include <numeric>

using namespace nestloom;
using nestloom::testing::smallInputs;
using nestloom::testing::solvedLayer;

namespace {

records::RunRecord finishedRun(int layers)
{
    records::RunRecord run;
    run.inputs = smallInputs();
    run.inputs.network.layers.resize(std::size_t(layers), run.inputs.network.layers.back());
    run.summary.id = 12;
    run.summary.status = records::RunStatus::Finished;
    for (std::size_t i = 0; i < std::size_t(layers); ++i)
        run.inputs.network.layers[i].name = "layer" + std::to_string(i);
    for (std::size_t i = 0; i < std::size_t(layers); ++i)
        run.layers.push_back(solvedLayer(run.inputs, i));
    return run;
}

QByteArray pdfOf(const report::Document& document)
{
    const Result<std::string> pdf = report::toPdf(document);
    return pdf ? QByteArray::fromStdString(*pdf) : QByteArray();
}

qsizetype pagesOf(const QByteArray& pdf)
{
    return QString::fromLatin1(pdf).count(QRegularExpression(QStringLiteral("/Type\\s*/Page\\b")));
}

/// A page to lay things out on.
struct Paper {
    Paper()
    {
        buffer.open(QIODevice::WriteOnly);
        writer.setResolution(1200);
        page = std::make_unique<report::PagePainter>(writer, QStringLiteral("title"), QStringLiteral("footer"), 0);
    }
    QBuffer buffer;
    QPdfWriter writer{&buffer};
    std::unique_ptr<report::PagePainter> page;
};

report::Table wideTable(int rows)
{
    report::Table table;
    for (int column = 0; column < 12; ++column)
        table.columns.push_back(column % 2 ? report::numberCell("a number of things") : report::textCell("some words"));
    for (int row = 0; row < rows; ++row) {
        table.rows.emplace_back();
        for (int column = 0; column < 12; ++column)
            table.rows.back().push_back(column % 2 ? report::numberCell("123,456,789")
                                                   : report::textCell("a text that can be broken into lines"));
    }
    return table;
}

} // namespace

class TestPdf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isAPdfWithAPageForEveryPart()
    {
        const QByteArray small = pdfOf(report::runReport(finishedRun(3)));
        QVERIFY(small.startsWith("%PDF-"));
        QVERIFY(small.trimmed().endsWith("%%EOF"));
        const QByteArray large = pdfOf(report::runReport(finishedRun(120)));
        QVERIFY(pagesOf(large) > pagesOf(small));
        const std::vector<records::RunRecord> runs{finishedRun(60), finishedRun(60)};
        QVERIFY(pagesOf(pdfOf(report::comparisonReport(runs))) > 2);
    }

    void longFilesAreCutShort()
    {
        const auto pages = [](int lines) {
            report::Document document;
            std::string text;
            for (int i = 0; i < lines; ++i)
                text += "a line\n";
            document.add(report::Verbatim{"Network file", text});
            return pagesOf(pdfOf(document));
        };
        QCOMPARE(pages(3000), pages(300));
        QVERIFY(pages(240) > pages(40));
    }

    void noColumnLeavesThePage()
    {
        Paper paper;
        const report::Table table = wideTable(3);
        const report::TablePainter painter(table, *paper.page);
        const double gaps = paper.page->pt(6) * 11;
        const double used = std::accumulate(painter.widths().begin(), painter.widths().end(), 0.0) + gaps;
        QVERIFY(used <= paper.page->width() * 1.0001);
        QVERIFY(painter.fontSize() >= 4.5);
        const report::Table narrow{{report::textCell("a"), report::numberCell("b")},
                                   {{report::textCell("c"), report::numberCell("1")}}};
        const report::TablePainter small(narrow, *paper.page);
        QCOMPARE(small.fontSize(), 7.5); // nothing is made smaller than it must be
        report::Table words = narrow;    // among numbers
        std::string text = "16 add";
        for (int i = 0; i < 12; ++i)
            text += ", 1 operator that is not costed";
        words.rows.push_back({report::textCell("not costed"), report::numberCell(text)});
        QCOMPARE(report::TablePainter(words, *paper.page).fontSize(), 7.5);
    }

    /// Inter's alternates of signs have no letters in the file: "-40 %" would be copied as "40 %".
    void signsCanBeCopied()
    {
        const Paper paper;
        QVERIFY((paper.page->font(9).styleStrategy() & QFont::PreferNoShaping) != 0);
    }

    void aTableBreaksBetweenRowsAndRepeatsItsHead()
    {
        Paper paper;
        const report::Table table = wideTable(200);
        report::TablePainter painter(table, *paper.page);
        painter.paint();
        QVERIFY(paper.page->pages() > 1);
        QVERIFY(paper.page->y() <= paper.page->y() + paper.page->left()); // the last row is on the page
    }

    void aHeadingStaysWithTheFigureThatItIntroduces()
    {
        Paper paper;
        report::PagePainter& page = *paper.page;
        page.move(page.bodyHeight() - page.pt(60)); // room for the words, but not for the figure
        const std::string svg =
            R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><rect width="10" height="5"/></svg>)";
        report::paintBlocks({report::Heading{2, "Roofline"},
                             report::Paragraph{"Layers under roofs.", report::Tone::Soft}, report::Figure{svg}},
                            page);
        QCOMPARE(page.pages(), 2);
        QVERIFY(page.y() > page.width() / 2 + page.pt(20)); // heading and words stand above it
    }

    void shortTextsAreNotBroken()
    {
        const Paper paper;
        report::Table table = wideTable(3);
        table.columns[0] = report::textCell("gap");
        for (auto& row : table.rows)
            row[0] = report::textCell("within 0.56 %");
        const report::TablePainter painter(table, *paper.page);
        const QFontMetricsF metrics(paper.page->font(painter.fontSize()), paper.page->device());
        QVERIFY(painter.widths().front() >= metrics.horizontalAdvance(QStringLiteral("within 0.56 %")));
    }

    void figuresKeepTheirColoursWithoutAStyleSheet()
    {
        const std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">"
                                "<rect class=\"dram\" x=\"0\" y=\"0\" width=\"10\" height=\"10\"/>"
                                "<text x=\"1\" y=\"1\" class=\"soft\">a &amp; b</text></svg>";
        const QByteArray paper = report::forPaper(svg, QStringLiteral("Inter"));
        QVERIFY(!paper.contains("class="));
        QVERIFY(paper.contains("fill=\"#d55e00\""));
        QSvgRenderer renderer(paper);
        QVERIFY(renderer.isValid());
        QImage image(10, 10, QImage::Format_ARGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        renderer.render(&painter);
        QCOMPARE(image.pixelColor(5, 8), QColor(0xd5, 0x5e, 0x00));
        QCOMPARE(report::paperColour("unknown"), QColor(Qt::black));
    }

    void everyFigureOfAReportIsDrawn()
    {
        for (const report::Block& block : report::runReport(finishedRun(3)).blocks)
            if (const auto* figure = std::get_if<report::Figure>(&block))
                QVERIFY(QSvgRenderer(report::forPaper(figure->svg, QStringLiteral("Inter"))).isValid());
    }

    void theEndingOfThePathDecides()
    {
        QTemporaryDir folder;
        const report::Document document{"title", {report::Heading{1, "title"}}, "footer"};
        const auto beginning = [&](const char* name) {
            const QString path = folder.filePath(QString::fromUtf8(name));
            if (!report::writeReportFile(document, path.toStdString()))
                return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.read(5) : QByteArray();
        };
        QCOMPARE(beginning("r.pdf"), QByteArray("%PDF-"));
        QCOMPARE(beginning("r.PDF"), QByteArray("%PDF-"));
        QCOMPARE(beginning("r.html"), QByteArray("<!DOC"));
        QVERIFY(!report::writeReportFile(document, "/nosuch/r.pdf"));
    }
};

QTEST_MAIN(TestPdf)
#include "tst_pdf.moc"
