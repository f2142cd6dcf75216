// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/report_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;

class TestWithoutPdf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysInOneSentenceThatPdfNeedsTheWindow()
    {
        QTemporaryDir folder;
        const report::Document document{"title", {report::Heading{1, "title"}}, "footer"};
        const QString pdf = folder.filePath(QStringLiteral("r.pdf")), html = folder.filePath(QStringLiteral("r.html"));
        const Status refused = report::writeReportFile(document, pdf.toStdString());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QVERIFY(!QFile::exists(pdf));
        QVERIFY(report::writeReportFile(document, html.toStdString()));
        QVERIFY(QFile::exists(html));
    }
};

QTEST_GUILESS_MAIN(TestWithoutPdf)
#include "tst_without_pdf.moc"
