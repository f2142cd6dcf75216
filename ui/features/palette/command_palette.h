// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/palette/palette_model.h"

#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <QStyledItemDelegate>

class QLabel;
class QLineEdit;
class QListView;

namespace nestloom::ui {

/// Paints an entry of the palette: category, text with the matched letters strong, detail, shortcut.
class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Finds and does anything by typing: a field and a list over the upper middle of the window. Up, Down, Page Up and
/// Page Down choose, Enter does it, Escape and a click elsewhere close. Entries are gathered when it opens.
class CommandPalette : public QFrame {
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* window);

    void addSource(PaletteSource source) { m_sources.push_back(std::move(source)); }
    void open();
    void dismiss();
    QLineEdit* field() const { return m_field; }
    QListView* list() const { return m_list; }

    const QStringList& recent() const { return m_recent; } // ids, the last used first
    void setRecent(const QStringList& ids);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void refine(const QString& text);
    void move(int rows);
    void accept();

    QWidget* m_window;
    std::vector<PaletteSource> m_sources;
    PaletteModel* m_model;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_note;
    QStringList m_recent;
    QPointer<QWidget> m_before; // what had the focus
};

} // namespace nestloom::ui
