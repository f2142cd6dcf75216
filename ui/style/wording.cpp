// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/wording.h"

#include "ui/style/format.h"

#include <QRegularExpression>

namespace nestloom::ui {

QString asSentence(QString text)
{
    if (text.isEmpty())
        return text;
    static const QRegularExpression name(QStringLiteral("^\\w*[_\\d]|^\\w+,")); // "shared_glb, capacity: ..." keeps it
    if (!name.match(text).hasMatch())
        text[0] = text[0].toUpper();
    const QChar last = text.back();
    return last == QLatin1Char('.') || last == QLatin1Char('?') ? text : text + QLatin1Char('.');
}

QString counted(qint64 count, const QString& one, const QString& many)
{
    return count == 1 ? one : many.arg(format::integer(count));
}

QString joined(const std::vector<std::string>& words)
{
    QStringList list;
    for (const std::string& word : words)
        list << qt(word);
    return list.join(QLatin1Char(' '));
}

QDateTime dateOf(std::chrono::sys_time<std::chrono::milliseconds> time)
{
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count(), Qt::UTC);
}

} // namespace nestloom::ui
