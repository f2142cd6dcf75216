// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/painted_chart.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace nestloom::ui {

/// Two ratios for each of several things, as columns from the line at 1: above is better. Speed-ups and reductions of
/// transfers, by layer or by accelerator. Click or Left and Right choose one.
class RatioColumns : public PaintedChart {
    Q_OBJECT
public:
    struct Group {
        QString name;
        std::optional<double> speedUp, reduction;
        QString detail; // more lines for the tool tip
    };
    explicit RatioColumns(const QString& name, QWidget* parent = nullptr);

    void setGroups(std::vector<Group> groups);
    const std::vector<Group>& groups() const { return m_groups; }
    void setCurrent(int group); // silent; -1 = none
    void setEmptyText(const QString& title, const QString& text);
    void setProvenance(const Provenance& from) { m_from = from; }
    int groupAt(QPointF at) const; // -1 = none
    QString toolTipAt(QPointF at) const override;

    QString chartName() const override { return m_groups.empty() ? QString() : m_name; }
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override { return m_from; }
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {420, 150}; }
    QSize minimumSizeHint() const override { return {260, 90}; }

Q_SIGNALS:
    void chosen(int group); // by the user

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Scale {
        double low = 1, high = 1;
    };
    Scale scale() const;
    QRectF plot() const;
    double y(double ratio) const;
    void paintAxis(QPainter& painter) const;
    void paintGroup(QPainter& painter, int group) const;

    QString m_name;
    std::vector<Group> m_groups;
    int m_current = -1;
    QString m_emptyTitle, m_emptyText;
    Provenance m_from;
};

} // namespace nestloom::ui
