// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

// The resources live in a static library, which must be asked for them; the macro works at file scope only.
static void loadResources() { Q_INIT_RESOURCE(nestloom); }

namespace nestloom::ui {

namespace {

QByteArray svgText(const QString& name)
{
    static const bool loaded = (loadResources(), true);
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return loaded && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPixmap draw(QByteArray svg, const QColor& colour, int size)
{
    svg.replace("currentColor", colour.name().toLatin1());
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(svg);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon icon(const QString& name, const QColor& colour)
{
    const QByteArray svg = svgText(name);
    QIcon icon;
    for (const int size : {16, 24, 32, 48}) {
        icon.addPixmap(draw(svg, colour, size), QIcon::Normal);
        QPixmap disabled(size, size);
        disabled.fill(Qt::transparent);
        QPainter painter(&disabled);
        painter.setOpacity(0.4);
        painter.drawPixmap(0, 0, draw(svg, colour, size));
        painter.end();
        icon.addPixmap(disabled, QIcon::Disabled);
    }
    return icon;
}

QIcon icon(const QString& name, const QPalette& palette)
{
    return icon(name, palette.color(QPalette::Active, QPalette::WindowText));
}

QIcon programIcon()
{
    const QByteArray svg = svgText(QStringLiteral("nestloom"));
    QIcon icon;
    for (const int size : {16, 32, 48, 128})
        icon.addPixmap(draw(svg, Qt::black, size));
    return icon;
}

} // namespace nestloom::ui
