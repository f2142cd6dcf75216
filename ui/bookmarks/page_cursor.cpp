// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bookmarks/page_cursor.h"

#include "ui/gantt/time_chart.h"
#include "ui/memory/memory_page.h"

#include <QTimer>
#include <QWidget>

namespace nestloom::ui {

namespace {

const QString kWaiting = QStringLiteral("waitingForCursor");

TimeFocus* timeOf(const QWidget& page)
{
    for (const TimeChart* chart : page.findChildren<TimeChart*>())
        if (chart->isVisible())
            return &chart->focus();
    return nullptr;
}

MemoryPage* memoryOf(const QWidget& page)
{
    if (auto* itself = qobject_cast<MemoryPage*>(const_cast<QWidget*>(&page)))
        return itself;
    return page.findChild<MemoryPage*>();
}

/// Calls `reached` now, or after a signal; `reached` says whether the axis goes that far.
template <typename Focus, typename Signal, typename Reached>
void once(QWidget& page, Focus& focus, Signal grown, Reached reached)
{
    if (reached())
        return;
    auto* waiting = new QTimer(&page);
    waiting->setObjectName(kWaiting);
    waiting->setSingleShot(true);
    QObject::connect(waiting, &QTimer::timeout, waiting, &QObject::deleteLater);
    QObject::connect(&focus, grown, waiting, [waiting, reached, &focus] {
        if (!reached())
            return;
        QObject::disconnect(&focus, nullptr, waiting, nullptr); // this time only
        waiting->deleteLater();
    });
    waiting->start(kCursorWaitMs);
}

} // namespace

std::optional<qint64> cursorOf(const QWidget& page)
{
    if (const TimeFocus* time = timeOf(page); time != nullptr && time->end() > 0)
        return time->cursor();
    if (MemoryPage* memory = memoryOf(page); memory != nullptr && memory->planFocus().stepCount() > 0)
        return memory->planFocus().step();
    return std::nullopt;
}

void moveCursor(QWidget& page, qint64 cursor)
{
    delete page.findChild<QTimer*>(kWaiting, Qt::FindDirectChildrenOnly);
    if (TimeFocus* time = timeOf(page)) {
        once(page, *time, &TimeFocus::windowChanged, [time, cursor] {
            if (time->end() > cursor)
                time->setCursor(cursor);
            return time->end() > cursor;
        });
    } else if (MemoryPage* memory = memoryOf(page)) {
        PlanFocus& focus = memory->planFocus();
        once(page, focus, &PlanFocus::windowChanged, [&focus, cursor] {
            if (focus.stepCount() > cursor)
                focus.setStep(int(cursor));
            return focus.stepCount() > cursor;
        });
    }
}

} // namespace nestloom::ui
