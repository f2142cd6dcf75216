// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QString>

namespace nestloom::ui {

struct Theme;

/// Style sheet of the main window and all in it: what no palette can say. There is none for the program as a whole:
/// every widget would be styled twice, and a change of it takes several times as long as one of the window's.
QString windowStyleSheet(const Theme& theme);

/// A window whose style sheet follows its palette. QWidget::setStyleSheet() styles and measures every widget of the
/// window anew; a theme changes colours only, so what is in sight gets them at once and what is hidden when it is
/// shown.
class ThemedWindow : public QMainWindow {
    Q_OBJECT
    // Styles read the sheet of a widget through this property, so another sheet needs no setStyleSheet().
    Q_PROPERTY(QString styleSheet READ themeSheet)
public:
    using QMainWindow::QMainWindow;

    const QString& themeSheet() const { return m_sheet; }

protected:
    /// Once, when the window has its widgets.
    void followTheme();

    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    virtual void themeChanged() {} // what no style sheet can colour

private:
    void restyle(QWidget& widget);

    QString m_sheet; // empty until followTheme()
};

} // namespace nestloom::ui
