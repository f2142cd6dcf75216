// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"

#include <QRegularExpression>
#include <QString>
#include <QXmlStreamReader>

// What every report must be. Each function returns what is wrong; an empty text = nothing.
namespace nestloom::testing {

inline QString outsideReference(QString html)
{
    html.remove(QStringLiteral("xmlns=\"http://www.w3.org/2000/svg\"")); // a name, not an address
    const QRegularExpression reference(QStringLiteral("(src=|href|url\\(|@import|https?:)[^>]{0,40}"));
    return reference.match(html).captured();
}

/// All but the two empty HTML elements must balance, so that an XML reader gets through.
inline QString markupProblem(QString html)
{
    html.remove(QStringLiteral("<!DOCTYPE html>")).remove(QRegularExpression(QStringLiteral("<meta[^>]*>")));
    html.replace(QStringLiteral("&nbsp;"), QStringLiteral(" "));
    QXmlStreamReader reader(html);
    while (!reader.atEnd())
        reader.readNext();
    return reader.hasError() ? reader.errorString() + QStringLiteral(" line %1").arg(reader.lineNumber()) : QString();
}

/// A figure must be well-formed and draw at least one bar, dot or path with a finite, positive size.
inline QString emptyFigure(const report::Document& document)
{
    int figures = 0;
    for (const report::Block& block : document.blocks) {
        const auto* figure = std::get_if<report::Figure>(&block);
        if (figure == nullptr)
            continue;
        ++figures;
        const QString svg = QString::fromStdString(figure->svg);
        if (svg.contains(QStringLiteral("nan")) || svg.contains(QStringLiteral("inf\"")))
            return QStringLiteral("figure %1 has a number that is none").arg(figures);
        QXmlStreamReader reader(svg);
        bool drawn = false;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement)
                drawn =
                    drawn
                    || (reader.name() == u"rect" && reader.attributes().value(QStringLiteral("width")).toDouble() > 0)
                    || reader.attributes().value(QStringLiteral("r")).toDouble() > 0;
        if (reader.hasError() || !drawn)
            return QStringLiteral("figure %1 shows nothing: %2").arg(figures).arg(reader.errorString());
    }
    return figures > 0 ? QString() : QStringLiteral("there is no figure");
}

} // namespace nestloom::testing
