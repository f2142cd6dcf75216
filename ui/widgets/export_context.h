// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

namespace nestloom::ui {

/// Where the numbers of an exported chart come from. What is empty is left out.
struct Provenance {
    QString run; // "12"; "live, not stored"
    QString accelerator;
    QString network;
    QString engine; // and its objective: "CoSA, latency"
    QString seed;
    QString version; // of the program that made the numbers

    /// "run: 12", "accelerator: simba", ...; the first says which program wrote the file.
    QStringList lines() const;
};

/// What exports need to know of their window, and whom they tell. A child of the window; charts and tables find it
/// there and do without it where it is missing.
class ExportContext : public QObject {
    Q_OBJECT
public:
    ExportContext(std::function<Provenance()> provenance, QObject* parent)
        : QObject(parent), m_provenance(std::move(provenance))
    {
    }
    Provenance provenance() const { return m_provenance ? m_provenance() : Provenance{}; }

Q_SIGNALS:
    void written(const QString& path);
    void failed(const QString& message); // one sentence

private:
    std::function<Provenance()> m_provenance;
};

} // namespace nestloom::ui
