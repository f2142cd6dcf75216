// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QString>

#include <array>

namespace nestloom::ui {

/// About how wide texts are in a font: sums of the advances of their letters, without kerning. For thousands of texts,
/// where QFontMetricsF would shape each of them.
class TextWidths {
public:
    explicit TextWidths(const QFont& font) : m_metrics(font)
    {
        for (std::size_t i = 0; i < m_advances.size(); ++i)
            m_advances[i] = m_metrics.horizontalAdvance(QChar(char16_t(i)));
    }
    double of(const QString& text) const
    {
        double width = 0;
        for (const QChar letter : text)
            width += letter.unicode() < m_advances.size() ? m_advances[letter.unicode()]
                                                          : m_metrics.horizontalAdvance(letter);
        return width;
    }
    double height() const { return m_metrics.height(); }

private:
    QFontMetricsF m_metrics;
    std::array<double, 128> m_advances{};
};

} // namespace nestloom::ui
