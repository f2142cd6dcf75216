// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

class QLabel;
class QSlider;

namespace nestloom::ui {

/// A slider through the legal texts of a field, its ends labelled. One move - a drag, or key and wheel steps without a
/// pause of 400 ms - is told as began(), moved() for every stop, and ended() or, on Escape, abandoned().
class FieldSlider : public QWidget {
    Q_OBJECT
public:
    explicit FieldSlider(const QString& name, QWidget* parent = nullptr);

    /// `placeholder` names the stop whose text is empty: "unlimited".
    void setStops(const QStringList& stops, const QString& present, const QString& placeholder);
    /// Puts the handle where `text` is; false when it is none of the stops.
    bool setPresent(const QString& text);
    const QStringList& stops() const { return m_stops; }
    bool isMoving() const { return m_moving; }
    QSlider* slider() const { return m_slider; }
    bool abandon(); // as Escape does; false when nothing moves

    static constexpr int kPauseMs = 400; // after the last key step

Q_SIGNALS:
    void began();
    void moved(const QString& text);
    void ended();
    void abandoned();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void onValue(int value);
    void end();

    QSlider* m_slider;
    QLabel* m_first;
    QLabel* m_last;
    QStringList m_stops;
    QTimer m_pause;
    bool m_moving = false;
    bool m_setting = false; // the position changes because the field did
};

} // namespace nestloom::ui
