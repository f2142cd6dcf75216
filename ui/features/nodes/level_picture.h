// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_directives.h"
#include "ui/style/theme.h"

#include <QRectF>

class QPainter;

namespace nestloom::ui {

/// The directives of one level as a picture. Above, the array of buffers once for each tensor: equal numbers and shades
/// hold the same part, and of a shared tensor a buffer keeps the filled band. Below, stacks on the left and updates on
/// the right, outermost first, with what each of them moves.
class LevelPicture {
public:
    LevelPicture(const ShownDirectives& directives, std::size_t level, const QRectF& area, const QFont& caption);

    void paint(QPainter& painter, const Theme& theme) const;

    struct Hit {
        ShownDirectives::Line line;
        std::optional<std::size_t> buffer; // of a tensor
    };
    std::optional<Hit> hitAt(QPointF at) const;

    std::size_t level() const { return m_level; }
    QRectF columnOf(std::size_t tensor) const; // caption and array
    QRectF cellOf(std::size_t tensor, kapla::Node at) const;
    QRectF stackRow(std::size_t stack) const;
    QRectF updateRow(std::size_t update) const;

private:
    const ShownDirectives::Level& of() const { return m_directives.levels()[m_level]; }
    QRectF titleArea() const { return {m_area.left(), m_area.top(), m_area.width(), m_line}; }
    QRectF arrayOf(std::size_t tensor) const;
    double cellSize() const;
    void paintTitle(QPainter& painter, const Theme& theme) const;
    void paintCaption(QPainter& painter, const Theme& theme, std::size_t tensor) const;
    void paintArray(QPainter& painter, const Theme& theme, std::size_t tensor) const;
    void paintNumber(QPainter& painter, const QRectF& cell, std::size_t part, const QColor& under,
                     bool withPlate) const;
    QFont numberFont(std::size_t parts) const; // that fits into a cell; of one pixel when none does
    void paintBuffer(QPainter& painter, const Theme& theme, std::size_t tensor, std::size_t buffer) const;
    void paintBorders(QPainter& painter, const Theme& theme, std::size_t tensor) const;
    void paintPassing(QPainter& painter, const Theme& theme, std::size_t tensor) const;
    void paintStackMark(QPainter& painter, const Theme& theme, std::size_t tensor) const;
    void paintRowHeads(QPainter& painter, const Theme& theme) const;
    void paintStack(QPainter& painter, const Theme& theme, std::size_t stack) const;
    void paintUpdate(QPainter& painter, const Theme& theme, std::size_t update) const;
    void paintRuler(QPainter& painter, const Theme& theme, std::size_t update, const QRectF& area) const;
    /// Text, then a chip for each tensor: filled when `moved`, under a line when `passed`. Returns where they end.
    double paintRow(QPainter& painter, const Theme& theme, const QRectF& row, const QString& text,
                    const std::vector<bool>& moved, const std::vector<bool>& passed = {}) const;

    const ShownDirectives& m_directives;
    std::size_t m_level;
    QRectF m_area;
    QFont m_font;
    double m_line = 0;             // height of a line of text
    std::vector<std::size_t> m_at; // buffer by row and column, or past the end
};

/// The shade of a part of a tensor.
QColor partShade(const Theme& theme, TensorRole role, std::size_t part, std::size_t parts);

} // namespace nestloom::ui
