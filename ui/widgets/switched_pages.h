// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

class QBoxLayout;
class QToolButton;

namespace nestloom::ui {

/// Pages that share a tab. At the head of each stands a button for every page.
class SwitchedPages : public QStackedWidget {
    Q_OBJECT
public:
    using QStackedWidget::QStackedWidget;

    /// Takes the page over; `head` is the line on top of it.
    void addPage(QWidget* page, QBoxLayout* head, const QString& title, const QString& tip);

private:
    struct Page {
        QBoxLayout* head;
        QString title, tip;
    };
    void addButton(const Page& at, int position, int shown, int target);

    std::vector<Page> m_pages;
};

} // namespace nestloom::ui
