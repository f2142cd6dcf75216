// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace nestloom::ui {

/// A headed block that folds away; its note stays visible when it is folded.
class CollapsibleGroup : public QWidget {
    Q_OBJECT
public:
    explicit CollapsibleGroup(const QString& title, QWidget* parent = nullptr);

    void add(QWidget* row);
    void setNote(const QString& note);
    void setExpanded(bool expanded);
    bool isExpanded() const;

private:
    QToolButton* m_header;
    QLabel* m_note;
    QWidget* m_body;
    QVBoxLayout* m_rows;
};

} // namespace nestloom::ui
