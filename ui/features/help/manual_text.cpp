// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/help/manual_text.h"

#include <QFile>
#include <QRegularExpression>

// Of a static library, resources are linked only when they are asked for; the macro wants no namespace.
static void loadManual() { Q_INIT_RESOURCE(manual); }

namespace nestloom::ui {

QString headingAnchor(const QString& heading)
{
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == QLatin1Char('-') || c == QLatin1Char('_'))
            anchor += c;
        else if (c == QLatin1Char(' '))
            anchor += QLatin1Char('-');
    }
    return anchor;
}

std::vector<ManualHeading> headingsOf(const QString& markdown)
{
    static const QRegularExpression heading(QStringLiteral("^(#{1,6}) +(.*?) *$"));
    std::vector<ManualHeading> found;
    bool inCode = false;
    for (const QString& line : markdown.split(QLatin1Char('\n'))) {
        inCode ^= line.startsWith(QLatin1String("```"));
        const QRegularExpressionMatch match = heading.match(line);
        if (inCode || !match.hasMatch())
            continue;
        const QString text = match.captured(2).remove(QLatin1Char('`'));
        found.push_back({int(match.capturedLength(1)), text, headingAnchor(text)});
    }
    return found;
}

QString manualPage(const QString& name)
{
    loadManual();
    QFile file(QStringLiteral(":/repository/resources/manual/") + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList manualPages()
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+\\.md)\\)"));
    QStringList pages{QStringLiteral("index.md")};
    const QString index = manualPage(pages.front());
    for (auto at = link.globalMatch(index); at.hasNext();)
        if (const QString page = at.next().captured(1); !pages.contains(page))
            pages << page;
    return pages;
}

QString manualUrl(const QString& place) { return QStringLiteral("qrc:/repository/resources/manual/") + place; }

} // namespace nestloom::ui
