// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/run_mime.h"

#include <QMimeData>

namespace nestloom::ui {

namespace {
const QString kFormat = QStringLiteral("application/x-nestloom-runs");
} // namespace

QMimeData* mimeOfRuns(const std::vector<RunId>& runs)
{
    QByteArrayList numbers;
    for (const RunId run : runs)
        numbers << QByteArray::number(run);
    auto* mime = new QMimeData;
    mime->setData(kFormat, numbers.join(' '));
    return mime;
}

std::vector<RunId> runsOf(const QMimeData& mime)
{
    std::vector<RunId> runs;
    for (const QByteArray& number : mime.data(kFormat).split(' '))
        if (const RunId run = number.toLongLong(); run > 0)
            runs.push_back(run);
    return runs;
}

} // namespace nestloom::ui
