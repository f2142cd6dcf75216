// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/field_slider.h"

#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSlider>
#include <QStyleOptionSlider>

namespace nestloom::ui {

namespace {

constexpr int kPageStops = 4; // an octave

/// A click on the groove moves the handle there; the wheel is the form's unless the slider has the focus; after Escape
/// a drag that goes on is not followed.
class StopSlider : public QSlider {
public:
    using QSlider::QSlider;
    void refuseDrag() { m_refused = isSliderDown(); }

protected:
    void mousePressEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton) {
            QStyleOptionSlider option;
            initStyleOption(&option);
            const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
            const int room = width() - handle.width();
            if (!handle.contains(event->pos()) && room > 0)
                setValue(
                    QStyle::sliderValueFromPosition(minimum(), maximum(), event->pos().x() - handle.width() / 2, room));
        }
        QSlider::mousePressEvent(event);
    }
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (!m_refused)
            QSlider::mouseMoveEvent(event);
    }
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        m_refused = false;
        QSlider::mouseReleaseEvent(event);
    }
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QSlider::wheelEvent(event);
        else
            event->ignore();
    }

private:
    bool m_refused = false;
};

} // namespace

FieldSlider::FieldSlider(const QString& name, QWidget* parent)
    : QWidget(parent), m_slider(new StopSlider(Qt::Horizontal, this)), m_first(new QLabel(this)),
      m_last(new QLabel(this))
{
    m_slider->setFocusPolicy(Qt::StrongFocus);
    m_slider->setAccessibleName(name);
    m_slider->setPageStep(kPageStops);
    m_slider->installEventFilter(this);
    for (QLabel* label : {m_first, m_last}) {
        label->setFont(captionFont(font()));
        label->setProperty("muted", true);
    }
    setLayout(rowOf({m_first, {m_slider, 1}, m_last}, 8, {0, 0, 0, 2}));
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FieldSlider::end);
    connect(m_slider, &QSlider::valueChanged, this, &FieldSlider::onValue);
    connect(m_slider, &QSlider::sliderPressed, &m_pause, &QTimer::stop); // a drag ends with its release
    connect(m_slider, &QSlider::sliderReleased, this, &FieldSlider::end);
}

void FieldSlider::setStops(const QStringList& stops, const QString& present, const QString& placeholder)
{
    const QScopedValueRollback setting(m_setting, true);
    m_stops = stops;
    const auto shown = [&placeholder](const QString& stop) { return stop.isEmpty() ? placeholder : stop; };
    m_first->setText(shown(stops.front()));
    m_last->setText(shown(stops.back()));
    m_slider->setRange(0, int(stops.size()) - 1);
    setPresent(present);
}

bool FieldSlider::setPresent(const QString& text)
{
    const qsizetype at = m_stops.indexOf(text);
    if (at < 0)
        return false;
    const QScopedValueRollback setting(m_setting, true);
    m_slider->setValue(int(at));
    return true;
}

void FieldSlider::onValue(int value)
{
    if (m_setting)
        return;
    if (!m_moving) {
        m_moving = true;
        Q_EMIT began();
    }
    if (m_slider->isSliderDown())
        m_pause.stop();
    else
        m_pause.start(); // keys and wheel have no release
    Q_EMIT moved(m_stops[value]);
}

void FieldSlider::end()
{
    m_pause.stop();
    if (!m_moving)
        return;
    m_moving = false;
    Q_EMIT ended();
}

bool FieldSlider::abandon()
{
    if (!m_moving)
        return false;
    m_pause.stop();
    static_cast<StopSlider*>(m_slider)->refuseDrag();
    m_moving = false;
    Q_EMIT abandoned();
    return true;
}

bool FieldSlider::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (m_moving && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
            event->accept(); // ours, not a shortcut's
        break;
    case QEvent::KeyPress:
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && abandon())
            return true;
        break;
    case QEvent::FocusOut:
        if (!m_slider->isSliderDown())
            end();
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace nestloom::ui
