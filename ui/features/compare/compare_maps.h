// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"

#include <QWidget>

#include <optional>

class QComboBox;

namespace nestloom::ui {

class Comparison;
class MapsChart;

/// The pictures that the compared runs have: scratchpads of plans, nodes, tiles and meshes, one kind at a time. Asked
/// for while it is in sight.
class CompareMaps : public QWidget {
    Q_OBJECT
public:
    CompareMaps(const Comparison& comparison, MapsAsker* asker, QWidget* parent = nullptr);

    /// Pictures of layers are of this row of the comparison.
    void showRow(std::optional<std::size_t> row);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void take(const MapsNews& news);
    void showKind(int index);

    const Comparison& m_comparison;
    Asking<records::MapsQuestion, MapsNews> m_asking;
    records::MapsQuestion m_question;
    std::vector<records::RunMaps> m_maps;
    std::optional<std::size_t> m_row;
    QComboBox* m_kind;
    MapsChart* m_chart;
};

} // namespace nestloom::ui
