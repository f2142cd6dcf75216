// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace nestloom::ui {

/// The header of a table that can be sorted. Its arrow stands above the title, where it hides neither a title at the
/// left nor one at the right.
class SortedHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit SortedHeader(QWidget* parent = nullptr);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;
    void paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const override;
};

} // namespace nestloom::ui
