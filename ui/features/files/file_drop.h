// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QPainter;

namespace nestloom::ui {

struct Theme;

/// Takes files that are dragged anywhere onto a window, whatever widget is below, and shows while they hover what each
/// of them is. Lies over the window only then.
class FileDrop : public QWidget {
    Q_OBJECT
public:
    explicit FileDrop(QWidget* window);

    const QStringList& lines() const { return m_lines; } // what the overlay says

Q_SIGNALS:
    void dropped(const QStringList& paths);
    void refused(const QString& sentence); // something that is no file of this computer

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void begin(QDragEnterEvent* event);
    void end(QDropEvent* event);
    void paintLines(QPainter& painter, const Theme& theme);

    QWidget* m_window;
    QStringList m_lines;
};

} // namespace nestloom::ui
