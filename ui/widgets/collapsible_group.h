// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace nestloom::ui {

/// A headed block that folds away; its note stays visible when it is folded.
class CollapsibleGroup : public QWidget {
    Q_OBJECT
public:
    explicit CollapsibleGroup(const QString& title, QWidget* parent = nullptr);

    void add(QWidget* row);
    /// Keeps room for rows that are added later; 0 gives it up.
    void reserve(int rows, int rowHeight);
    /// What the rows come after in the order of the Tab key.
    QWidget* lastOfHead() const;
    void setTitle(const QString& title);
    void setNote(const QString& note);
    QString note() const;
    void setCurrent(bool current); // stands out from the other groups
    /// A button at the right end of the heading that opens this menu; so does a right click on the heading.
    void setMenu(QMenu* menu);
    void setExpanded(bool expanded);
    bool isExpanded() const;
    const QString& title() const { return m_title; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showTitle(); // what fits of it, ending in "..."
    QString m_title;
    QToolButton* m_header;
    QHBoxLayout* m_head;
    QLabel* m_note;
    QWidget* m_body;
    QVBoxLayout* m_rows;
};

} // namespace nestloom::ui
