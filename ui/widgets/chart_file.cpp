// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chart_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImageWriter>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace nestloom::ui {

Status saveFile(const QString& path, const QByteArray& content)
{
    if (const QFileInfo target(path); target.exists() && !target.isFile()) // a rename would put a file in its place
        return Error{
            ErrorCode::Io,
            QCoreApplication::translate("SaveFile", "%1 cannot be written: it is not a file").arg(path).toStdString(),
            {}};
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.flush() && file.commit())
        return success();
    const QString why = file.errorString();
    return Error{ErrorCode::Io,
                 QCoreApplication::translate("SaveFile", "%1 cannot be written: %2").arg(path, why).toStdString(),
                 {}};
}

namespace {

constexpr int kDotsPerInch = 96; // a logical pixel is 1/96 inch, as on the screen
constexpr int kPointsPerInch = 72;

void writeSvg(ExportableChart& chart, const Provenance& provenance, QBuffer& buffer)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kDotsPerInch);
    generator.setSize(chart.chartSize());
    generator.setViewBox(QRect({0, 0}, chart.chartSize()));
    generator.setTitle(chart.chartName().toHtmlEscaped()); // Qt writes both as they are
    generator.setDescription(provenance.lines().join(QStringLiteral("; ")).toHtmlEscaped());
    QPainter painter(&generator);
    chart.paintChart(painter);
}

void writePng(ExportableChart& chart, int scale, const Provenance& provenance, QBuffer& buffer)
{
    QImage image = chartImage(chart, scale);
    image.setText(QStringLiteral("Title"), chart.chartName());
    for (const QString& line : provenance.lines())
        image.setText(line.section(QStringLiteral(": "), 0, 0), line.section(QStringLiteral(": "), 1));
    QImageWriter(&buffer, "png").write(image);
}

void writePdf(ExportableChart& chart, const Provenance& provenance, QBuffer& buffer)
{
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    const QSizeF points = QSizeF(chart.chartSize()) * kPointsPerInch / kDotsPerInch;
    writer.setPageLayout(
        QPageLayout(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch), QPageLayout::Portrait, {}));
    writer.setTitle(chart.chartName() + QStringLiteral("; ") + provenance.lines().join(QStringLiteral("; ")));
    writer.setCreator(QStringLiteral("Nestloom %1").arg(QStringLiteral(NESTLOOM_VERSION)));
    QPainter painter(&writer);
    chart.paintChart(painter);
}

} // namespace

QString suffix(ChartFormat format)
{
    switch (format) {
    case ChartFormat::Svg: return QStringLiteral("svg");
    case ChartFormat::Png: return QStringLiteral("png");
    case ChartFormat::Pdf: return QStringLiteral("pdf");
    }
    return {};
}

QImage chartImage(ExportableChart& chart, int scale)
{
    QImage image(chart.chartSize() * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    chart.paintChart(painter);
    return image;
}

QByteArray chartFile(ExportableChart& chart, const ChartExport& options, const Provenance& provenance)
{
    QBuffer buffer;
    if (chart.chartName().isEmpty() || chart.chartSize().isEmpty() || !buffer.open(QIODevice::WriteOnly))
        return {};
    switch (options.format) {
    case ChartFormat::Svg: writeSvg(chart, provenance, buffer); break;
    case ChartFormat::Png: writePng(chart, options.scale, provenance, buffer); break;
    case ChartFormat::Pdf: writePdf(chart, provenance, buffer); break;
    }
    return buffer.data();
}

QString dataPath(const QString& picturePath)
{
    const QFileInfo info(picturePath);
    return info.path() + QLatin1Char('/') + info.completeBaseName() + QStringLiteral(".csv");
}

Status exportChart(ExportableChart& chart, const QString& path, const ChartExport& options,
                   const Provenance& provenance)
{
    const QByteArray picture = chartFile(chart, options, provenance);
    if (picture.isEmpty())
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("ChartFile", "The chart shows nothing to export.").toStdString(),
                     {}};
    const Status written = saveFile(path, picture);
    if (!written || !options.withData)
        return written;
    return saveFile(dataPath(path), csvText(chart.chartValues(), provenance.lines()).toUtf8());
}

} // namespace nestloom::ui
