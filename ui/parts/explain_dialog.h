// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/formula.h"

#include <QDialog>

#include <vector>

class QTreeView;

namespace nestloom::ui {

class FormulaModel;

/// Says how figures come about: a tree from the figure down to loops of the mapping and numbers of the accelerator. It
/// shows the figures as they were when it was opened, and lets the window be used beside it.
class ExplainDialog : public QDialog {
    Q_OBJECT
public:
    /// `about` says what the figures are of: "conv1 on simba". `current` is opened one level deep and selected.
    ExplainDialog(const QString& about, std::vector<cost::Formula> figures, int current, QWidget* parent = nullptr);

    QString asText() const; // of the selected part with all below it, or of everything

public Q_SLOTS:
    void copy() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void openCurrent(int current);
    void fitColumn(int column, int widest);

    FormulaModel* m_model;
    QTreeView* m_tree;
};

/// Shows the dialog; one without figures is not shown. Returns it, or null.
ExplainDialog* explainFigures(QWidget* parent, const QString& about, std::vector<cost::Formula> figures,
                              int current = 0);

} // namespace nestloom::ui
