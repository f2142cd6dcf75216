// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/pdf.h"

#include "app/report_pdf/block_painter.h"

#include <QBuffer>
#include <QFontDatabase>
#include <QGuiApplication>

#include <memory>

namespace nestloom::report {

namespace {

constexpr int kResolution = 1200;
constexpr double kMargin = 15; // mm

/// Fonts need a QGuiApplication; the command line has none. Its own one needs no screen.
std::unique_ptr<QGuiApplication> applicationWithoutWindows()
{
    if (QCoreApplication::instance() != nullptr)
        return nullptr;
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "nestloom";
    static char* argv[] = {name, nullptr};
    static QtMessageHandler before = nullptr;
    before = qInstallMessageHandler([](QtMsgType type, const QMessageLogContext& context, const QString& text) {
        if (!text.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR"))) // of no use to a report
            before(type, context, text);
    });
    auto application = std::make_unique<QGuiApplication>(argc, argv);
    qInstallMessageHandler(before);
    return application;
}

/// Returns the number of pages.
int paint(const Document& document, QIODevice& device, int pages)
{
    QPdfWriter writer(&device);
    writer.setTitle(QString::fromStdString(document.title));
    writer.setCreator(QStringLiteral("Nestloom " NESTLOOM_VERSION));
    writer.setResolution(kResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(kMargin, kMargin, kMargin, kMargin), QPageLayout::Millimeter);
    PagePainter page(writer, QString::fromStdString(document.title), QString::fromStdString(document.footer), pages);
    paintBlocks(document.blocks, page);
    return page.pages();
}

} // namespace

Result<std::string> toPdf(const Document& document)
{
    const std::unique_ptr<QGuiApplication> application = applicationWithoutWindows();
    if (QFontDatabase::families().isEmpty())
        return Error{ErrorCode::Io,
                     "this computer has no font to write a PDF with; install one (fonts-inter), or write HTML", "pdf"};
    QBuffer draft, whole;
    if (!draft.open(QIODevice::WriteOnly) || !whole.open(QIODevice::WriteOnly))
        return Error{ErrorCode::Io, "there is no memory for the PDF", "pdf"};
    const int pages = paint(document, draft, 0); // only to count them
    paint(document, whole, pages);
    return whole.data().toStdString();
}

} // namespace nestloom::report
