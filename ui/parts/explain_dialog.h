// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/formula.h"
#include "engine/records/run.h"
#include "engine/schedule/explain_layer.h"

#include <QAbstractItemModel>
#include <QDialog>
#include <QString>

#include <vector>

class QPlainTextEdit;
class QTreeView;
class QWidget;

namespace nestloom::ui {

/// Figures with what they are made of, as a tree: one top row for each figure, its parts below.
class FormulaModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum ColumnId { Name, Value, Share, How, Source, ColumnCount };

    explicit FormulaModel(std::vector<cost::Formula> figures, QObject* parent = nullptr);

    const cost::Formula& formula(const QModelIndex& index) const { return *m_nodes[index.internalId()].formula; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex&) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node {
        const cost::Formula* formula;
        int parent; // into m_nodes, -1 = none
        int row;
        int firstChild = 0; // children stand one behind the other
    };
    QString shareText(const QModelIndex& index) const;
    void addChildren(int parent, const std::vector<cost::Formula>& parts);

    const std::vector<cost::Formula> m_figures;
    std::vector<Node> m_nodes;
};

/// "12.4 kcycle", "31.2 µJ", "64 KiB": short, with unit.
QString formulaValue(const cost::Formula& formula);

class ShownRun;

/// Says how figures come about: a tree from the figure down to loops of the mapping and numbers of the accelerator. It
/// shows the figures as they were when it was opened, and lets the window be used beside it.
class ExplainDialog : public QDialog {
    Q_OBJECT
public:
    /// `about` says what the figures are of: "conv1 on simba". `current` is opened one level deep and selected.
    ExplainDialog(const QString& about, std::vector<cost::Formula> figures, int current, QWidget* parent = nullptr);

    /// That the figures are of: the title says so, and when the window shows another one.
    void setRun(const ShownRun& run);
    QString asText() const; // of the selected part with all below it, or of everything

public Q_SLOTS:
    void copy() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void openCurrent(int current);
    void fitColumns();
    void fitColumn(int column, int widest);

    FormulaModel* m_model;
    QTreeView* m_tree;
    QPlainTextEdit* m_whole; // the current row, where its column is too narrow
};

/// Shows the dialog in place of one that is open; one without figures is not shown. Returns it, or null.
ExplainDialog* explainFigures(QWidget* parent, const QString& about, std::vector<cost::Formula> figures,
                              int current = 0);

/// All figures of one layer's result, with `figure` opened. Null when the layer has no such figure.
ExplainDialog* explainLayer(QWidget* parent, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result, schedule::Figure figure);
/// The same for a layer of the shown run.
ExplainDialog* explainLayer(QWidget* parent, const ShownRun& run, std::size_t layer, schedule::Figure figure);
/// A figure of the whole run, layer by layer.
ExplainDialog* explainTotal(QWidget* parent, const ShownRun& run, schedule::Figure figure);

/// The same of a stored run of layers.
ExplainDialog* explainTotal(QWidget* parent, const records::RunRecord& run, schedule::Figure figure);

/// What one level of a mapping does: its tiles, bytes, energy and ports, with `figure` opened.
enum class LevelFigure { Tiles, Bytes, Energy };
ExplainDialog* explainLevel(QWidget* parent, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result, std::size_t level,
                            LevelFigure figure = LevelFigure::Tiles);
/// The same for a layer of the shown run.
ExplainDialog* explainLevel(QWidget* parent, const ShownRun& run, std::size_t layer, std::size_t level,
                            LevelFigure figure);

/// What follows from an accelerator alone, with the energy of a level opened.
ExplainDialog* explainAccelerator(QWidget* parent, const hardware::Accelerator& accelerator,
                                  std::optional<std::size_t> level = {});

/// Of a link in a line of numbers: "cycles", "energy", "edp", "utilisation", "gap"; cycles for any other.
schedule::Figure figureNamed(const QString& link);

/// "Explain cycles", "Explain energy", ...
QString explainWords(schedule::Figure figure);

} // namespace nestloom::ui
