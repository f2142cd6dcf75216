// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/hear_events.h"

#include <QWidget>

namespace nestloom::ui {

namespace {

class Hearer : public QObject {
public:
    Hearer(QWidget* widget, QEvent::Type type, std::function<void()> hear)
        : QObject(widget), m_type(type), m_hear(std::move(hear))
    {
        widget->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == m_type)
            m_hear();
        return false;
    }

private:
    const QEvent::Type m_type;
    const std::function<void()> m_hear;
};

} // namespace

void hearEvents(QWidget* widget, QEvent::Type type, std::function<void()> hear)
{
    new Hearer(widget, type, std::move(hear));
}

} // namespace nestloom::ui
