// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/page_cursor.h"

#include "ui/charts/time_chart.h"
#include "ui/widgets/has_cursor.h"

#include <QTimer>
#include <QWidget>

namespace nestloom::ui {

namespace {

const QString kWaiting = QStringLiteral("waitingForCursor");

/// The cursor of charts over time, which share one.
class TimeCursor : public HasCursor {
public:
    explicit TimeCursor(TimeFocus& focus) : m_focus(focus) {}

    std::optional<qint64> cursor() const override
    {
        return m_focus.end() > 0 ? std::optional<qint64>(m_focus.cursor()) : std::nullopt;
    }
    bool moveCursor(qint64 to) override
    {
        if (m_focus.end() <= to)
            return false;
        m_focus.setCursor(to);
        return true;
    }
    void onAxisChanged(QObject* listener, std::function<void()> call) override
    {
        QObject::connect(&m_focus, &TimeFocus::windowChanged, listener, std::move(call));
    }

private:
    TimeFocus& m_focus;
};

/// What is on the page and has a cursor: charts over time that are shown, the page itself, or a part of it.
std::shared_ptr<HasCursor> cursorIn(QWidget& page)
{
    for (const TimeChart* chart : page.findChildren<TimeChart*>())
        if (chart->isVisible())
            return std::make_shared<TimeCursor>(chart->focus());
    const auto borrowed = [](HasCursor* of) { return std::shared_ptr<HasCursor>(std::shared_ptr<HasCursor>(), of); };
    if (auto* itself = dynamic_cast<HasCursor*>(&page))
        return borrowed(itself);
    for (QWidget* part : page.findChildren<QWidget*>())
        if (auto* cursor = dynamic_cast<HasCursor*>(part))
            return borrowed(cursor);
    return nullptr;
}

} // namespace

std::optional<qint64> cursorOf(QWidget& page)
{
    const auto cursor = cursorIn(page);
    return cursor ? cursor->cursor() : std::nullopt;
}

void moveCursor(QWidget& page, qint64 to)
{
    delete page.findChild<QTimer*>(kWaiting, Qt::FindDirectChildrenOnly);
    const auto cursor = cursorIn(page);
    if (!cursor || cursor->moveCursor(to))
        return;
    auto* waiting = new QTimer(&page);
    waiting->setObjectName(kWaiting);
    waiting->setSingleShot(true);
    QObject::connect(waiting, &QTimer::timeout, waiting, &QObject::deleteLater);
    cursor->onAxisChanged(waiting, [waiting, cursor, to] {
        if (!waiting->isActive() || !cursor->moveCursor(to))
            return;
        waiting->stop(); // this time only
        waiting->deleteLater();
    });
    waiting->start(kCursorWaitMs);
}

} // namespace nestloom::ui
