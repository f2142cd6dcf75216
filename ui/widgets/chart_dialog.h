// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/chart_file.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QWidget;

namespace nestloom::ui {

/// Asks how and where to export a chart, and writes it. What was chosen is the proposal next time; when writing fails
/// the dialog says why and stays.
class ChartDialog : public QDialog {
    Q_OBJECT
public:
    ChartDialog(ExportableChart& chart, const Provenance& provenance, QWidget* parent);

    QString path() const;
    void setPath(const QString& path);
    ChartExport options() const;
    QString problem() const;

Q_SIGNALS:
    void written(const QString& path);

public Q_SLOTS:
    void accept() override;

private:
    void followFormat();
    void browse();
    void remember() const;

    ExportableChart& m_chart;
    const Provenance m_provenance;
    QComboBox* m_format;
    QComboBox* m_scale;
    QCheckBox* m_data;
    QLineEdit* m_path;
    QLabel* m_hint;
    QLabel* m_problem;
};

/// Gives a chart a context menu that copies it as a picture or exports it. `widget` is an ExportableChart; actions that
/// it has already stand above.
void enableChartExport(QWidget& widget);

/// Asks where and how to export a chart.
void askExportChart(QWidget& widget);

/// The chart to export of a page: the one with the focus, or else the first that is shown and has something to export;
/// nullptr when there is none. `page` itself counts.
QWidget* chartOf(QWidget* page);

} // namespace nestloom::ui
